// The guide of a tournament: its steps name the buttons, and lead to the tournament that is open.
import assert from 'node:assert/strict'
import { cleanup, render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import GuidePage from '../../src/tournament/hall/GuidePage.svelte'
import { t } from '../../src/i18n/language.svelte'
import { LANGUAGES } from '../../src/net/constants'
import { routeOf } from '../../src/app/routes'
import { hrefOfTournament, rememberPlace } from '../../src/tournament/home/places'
import { speak } from '../support/table'

const links = () =>
  screen
    .getAllByTestId('guide-step')
    .map((step) => step.querySelector('a')?.getAttribute('href') ?? '')

beforeEach(() => {
  localStorage.clear()
})

test('the steps lead to the evening whose desk has opened the guide', async () => {
  await speak()
  render(GuidePage, { about: 'x1' })
  const desk = '#/tournament/x1'
  const [log, hall] = ['#/log/tournament/x1', '#/hall/x1']
  assert.deepEqual(links(), ['#/tournament', desk, desk, desk, log, desk, hall, '#/tournament', ''])
  for (const href of links().filter(Boolean)) assert.notEqual(routeOf(href).page, 'start')
})

test('without an evening in the address they lead to the one of today, if any', async () => {
  await speak()
  render(GuidePage, { about: '' })
  assert.deepEqual(links(), ['#/tournament', '', '', '', '', '', '', '#/tournament', ''])
  cleanup()
  rememberPlace(hrefOfTournament('x2'), 'Tuesday')
  render(GuidePage, { about: '' })
  assert.equal(links()[1], '#/tournament/x2')
  assert.equal(links()[6], '#/hall/x2')
})

test('each language names the buttons as they are labelled', async () => {
  for (const code of LANGUAGES) {
    await speak(code)
    render(GuidePage, { about: '' })
    const text = document.body.textContent
    for (const key of ['create', 'add', 'draw', 'wall', 'slips', 'save', 'leave', 'hall'] as const)
      assert.ok(text.includes(t(`ui.club.${key}`)), `${code}: ${key}`)
    for (const typed of ['rebelote open', 'Rebelote-windows-amd64.exe'])
      assert.ok(text.includes(typed), code)
    assert.doesNotMatch(text, /[{}]/)
    cleanup()
  }
})
