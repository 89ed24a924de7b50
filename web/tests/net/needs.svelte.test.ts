// Without a network nothing is lit that cannot work: each entry by what it needs.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, test } from 'vitest'
import NavBar from '../../src/app/NavBar.svelte'
import FirstTime from '../../src/lobby/start/FirstTime.svelte'
import Start from '../../src/lobby/start/Start.svelte'
import Me from '../../src/me/Me.svelte'
import { network } from '../../src/net/network.svelte'
import { works } from '../../src/net/needs'
import { searches } from '../../src/offline/offered'
import { answering } from '../support/answers'
import { like, newUser, speak } from '../support/table'

beforeEach(async () => {
  await speak()
  answering(() => null)
})
afterEach(() => Object.assign(network, { offline: false, kept: false }))

const lose = (kept: boolean) => Object.assign(network, { offline: true, kept })

/** Return the links and buttons that lead somewhere, by the names that tests know them by. */
const lit = () =>
  [...document.querySelectorAll<HTMLElement>('[data-testid]')]
    .filter((one) => one.matches('a[href], button:not([disabled])'))
    .map((one) => one.dataset.testid)

test.each([
  [true, ['skip', 'options', 'play-now', 'learn', 'paper', 'puzzle', 'settings']],
  [false, ['skip', 'options', 'settings']],
] as const)('on the start page what can work is lit; kept on the device: %s', (kept, expected) => {
  like({ knows: 'yes' })
  lose(kept)
  render(Start, { lost: '', onopen: () => null })
  assert.deepEqual(new Set(lit()), new Set(expected))
})

test.each([true, false])('what is not lit says what it needs; kept on the device: %s', (kept) => {
  like({ knows: 'yes' })
  lose(kept)
  render(Start, { lost: '', onopen: () => null })
  const needs = (name: string) => screen.getByTestId(name).dataset.needs
  const dimmed = [...document.querySelectorAll<HTMLElement>('[aria-disabled], :disabled')]
  assert.ok(dimmed.every((one) => one.dataset.needs))
  assert.equal(needs('play-friends'), 'Needs a connection')
  assert.equal(needs('find-table'), 'Needs a connection')
  assert.equal(needs('play-now'), kept ? undefined : 'Needs a connection once')
  assert.equal(needs('learn'), kept ? undefined : 'Needs a connection once')
})

test('past the languages one tap leads to play', async () => {
  like({ knows: 'yes' })
  render(Start, { lost: '', onopen: () => null })
  await newUser().click(screen.getByTestId('skip'))
  assert.equal(document.activeElement, screen.getByTestId('play-now'))
})

test('with a network everything is', () => {
  like({ knows: 'yes' })
  render(Start, { lost: '', onopen: () => null })
  for (const one of ['play-now', 'play-friends', 'find-table', 'learn', 'daily', 'puzzle', 'join'])
    assert.ok(lit().includes(one), one)
})

test.each([true, false])('a first visitor is asked what can be done; kept: %s', (kept) => {
  lose(kept)
  render(FirstTime, { what: '', busy: false, onplay: () => null })
  assert.equal(lit().length, kept ? 3 : 0)
})

test('of the five places those that need nothing stay', () => {
  lose(false)
  render(NavBar, { current: 'play' })
  assert.deepEqual(lit(), ['nav-play', 'nav-me'])
  for (const link of screen.getAllByRole('link').filter((one) => !one.hasAttribute('href')))
    assert.equal(link.getAttribute('aria-disabled'), 'true')
})

test('of the cards about oneself, too', () => {
  lose(true)
  render(Me)
  const practice = searches ? ['me-practice'] : []
  assert.deepEqual(lit(), ['me-matches', ...practice, 'me-sheet', 'me-settings', 'me-replay'])
})

test('what nobody has listed needs the server', () => {
  lose(true)
  assert.equal(works('whatever'), false)
})
