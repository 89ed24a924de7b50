// A touch that lasts explains a button, and does not press it.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { held } from '../../src/lib/held'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function touched(pointerType: string, milliseconds: number) {
  const button = document.createElement('button')
  const done: string[] = []
  held(() => done.push('explained'))(button)
  button.addEventListener('click', () => done.push('pressed'))
  const down = Object.assign(new Event('pointerdown'), { pointerType })
  button.dispatchEvent(down)
  vi.advanceTimersByTime(milliseconds)
  button.dispatchEvent(new Event('pointerup'))
  button.click()
  return { done, button }
}

test('a short touch presses it', () => {
  assert.deepEqual(touched('touch', 100).done, ['pressed'])
})

test('a touch that lasts explains it, and the next one presses it again', () => {
  const { done, button } = touched('touch', 1000)
  assert.deepEqual(done, ['explained'])
  button.click()
  assert.deepEqual(done, ['explained', 'pressed'])
})

test('a mouse that is held presses it', () => {
  assert.deepEqual(touched('mouse', 1000).done, ['pressed'])
})
