// `<rebelote-replay>` with the solver that the page names, by the kernel's own file.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, test, vi } from 'vitest'
import ElementReplay from '../../src/element/ElementReplay.svelte'
import { ElementOptions } from '../../src/element/options.svelte'
import { framesOfAll } from '../../src/replay/viewer/replay'
import { answering } from '../support/answers'
import { KERNEL_FILE, withKernel } from '../support/kernel'
import { replay } from '../support/positions'
import { speak } from '../support/table'

const KERNEL = 'https://elsewhere.example/kernel.wasm'
const PLAYED = framesOfAll(replay().deals)[0]!.findIndex(({ view }) => view.phase === 'play')

beforeEach(() => speak())
afterEach(() => vi.unstubAllGlobals())

function element(solver: string): ElementOptions {
  const options = new ElementOptions(() => undefined)
  options.given = replay()
  options.solver = solver
  options.go(1, PLAYED)
  render(ElementReplay, { options })
  return options
}

const costs = (): number[] =>
  [...document.querySelectorAll<HTMLElement>('[data-cost]')].map((one) => Number(one.dataset.cost))

withKernel('each card that may be played shows what it costs', async () => {
  const requests = answering(() => new Response(readFileSync(KERNEL_FILE)))
  const options = element(KERNEL)
  await waitFor(() => assert.equal(costs().length, 8))
  assert.equal(requests.length, 1)
  assert.equal(Math.min(...costs()), 0)
  assert.ok(Math.max(...costs()) > 0)
  const [frames] = framesOfAll(replay().deals)
  for (const [step, { view, hands }] of frames!.entries()) {
    options.go(1, step)
    await waitFor(() => assert.equal(screen.getByTestId('embed').dataset.step, String(step)))
    const hand = screen.queryByTestId(`replay-hand-${view.to_act}`)
    const shown = hand?.querySelectorAll('[data-cost]').length ?? 0
    assert.equal(shown, costs().length, 'only the seat to play has costs')
    assert.equal(shown > 0, view.phase === 'play')
    assert.ok(shown <= (hands[view.to_act ?? 0]?.length ?? 0))
    assert.equal(screen.getByTestId('embed-costs').textContent.trim() !== '', shown > 0)
  }
  options.solver = ''
  await waitFor(() => assert.equal(screen.queryByTestId('embed-costs'), null))
})

test('a page that names no solver loads none', async () => {
  const requests = answering(() => null)
  element('')
  await screen.findByTestId('replay-table')
  assert.deepEqual(requests, [])
  assert.equal(screen.queryByTestId('embed-costs'), null)
})

test('a file that is no solver is named beside the replay', async () => {
  answering(() => new Response('no wasm'))
  element(KERNEL)
  assert.match((await screen.findByRole('alert')).textContent, /kernel\.wasm is not the solver/)
  assert.ok(screen.getByTestId('replay-table'))
})
