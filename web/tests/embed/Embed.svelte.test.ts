// A replay on another site: what its address asks for, without a cookie, and the code to embed one.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, test, vi } from 'vitest'
import Embed from '../../src/embed/Embed.svelte'
import EmbedCode from '../../src/embed/EmbedCode.svelte'
import { requestOf } from '../../src/embed/source'
import { answering, refusal } from '../support/answers'
import { replay } from '../support/positions'
import { newUser, speak } from '../support/table'

const user = newUser()
const AT = 'https://rebelote.example'

beforeEach(() => speak())
afterEach(() => vi.unstubAllGlobals())

test.for([
  ['/embed/abc-1', { kind: 'match', id: 'abc-1' }, { deal: 1, step: 0 }, null],
  ['/embed/abc-1?lang=fr#2/7', { kind: 'match', id: 'abc-1' }, { deal: 2, step: 7 }, 'fr'],
  ['/embed/shared/xyz#3', { kind: 'shared', id: 'xyz' }, { deal: 3, step: 0 }, null],
  ['/embed/record?lang=xx#a%20b', { kind: 'record', text: 'a b' }, { deal: 1, step: 0 }, null],
  ['/embed/record#50%', { kind: 'record', text: '50%' }, { deal: 1, step: 0 }, null],
] as const)('%s is read', ([path, source, place, language]) => {
  assert.deepEqual(requestOf(new URL(path, AT)), { source, place, language })
})

test('a match is looked at step by step, without a cookie', async () => {
  const requests: RequestInit[] = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    requests.push(init)
    return Promise.resolve(new Response(JSON.stringify(replay())))
  })
  render(Embed, { source: { kind: 'match', id: 'abc-1' }, first: { deal: 1, step: 0 } })
  const shown = await screen.findByTestId('embed')
  assert.deepEqual(
    requests.map(({ credentials }) => credentials),
    ['omit'],
  )
  const before = Number(shown.dataset.step)
  await user.keyboard('{ArrowRight}')
  assert.equal(Number(shown.dataset.step), before + 1)
  const link = screen.getByRole('link')
  assert.equal(link.getAttribute('href'), '/m/abc-1')
  assert.equal(link.getAttribute('target'), '_blank')
})

test('a private match is refused in a sentence', async () => {
  answering(() => refusal('private-match', 'This match was private.'))
  render(Embed, { source: { kind: 'match', id: 'abc-1' }, first: { deal: 1, step: 0 } })
  assert.match((await screen.findByTestId('embed-failed')).textContent, /private/)
})

test('the code to embed is asked for once it is wanted, and copied', async () => {
  const requests = answering(() => ({ html: '<iframe src="x"></iframe>' }))
  const write = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: write } })
  render(EmbedCode, { url: `${AT}/m/abc-1` })
  assert.deepEqual(requests, [])
  await user.click(screen.getByTestId('embed-ask'))
  const field: HTMLTextAreaElement = await screen.findByTestId('embed-code')
  assert.equal(field.value, '<iframe src="x"></iframe>')
  assert.deepEqual(requests, [`GET /api/oembed?url=${encodeURIComponent(`${AT}/m/abc-1`)}`])
})
