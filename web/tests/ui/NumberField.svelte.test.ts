// A field for a number that is typed from paper: figures, and nothing that changes them in passing.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import NumberField from '../../src/ui/NumberField.svelte'
import { newUser, speak } from '../support/table'

const user = newUser()

beforeEach(() => speak())

function field(given: { value?: number | null; min?: number; max?: number } = {}) {
  const onnumber = vi.fn<(value: number | null) => void>()
  const props = { value: null, onnumber, 'aria-label': 'Points', ...given }
  const { rerender } = render(NumberField, props)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Points' })
  return { input, rerender: (value: number) => rerender({ ...props, value }), onnumber }
}

test('neither the wheel nor an arrow changes what is typed', async () => {
  const { input, onnumber } = field({ value: 1740 })
  input.focus()
  await fireEvent.wheel(input, { deltaY: 100 })
  await user.keyboard('{ArrowDown}{ArrowUp}{PageDown}')
  assert.equal(input.value, '1740')
  assert.deepEqual(onnumber.mock.calls, [])
  assert.equal(input.type, 'text')
  assert.equal(input.inputMode, 'numeric')
})

test('figures of any keyboard make a number', async () => {
  const { input, onnumber } = field()
  await user.type(input, '١٦٢')
  assert.deepEqual(onnumber.mock.calls.at(-1), [162])
  assert.ok(input.checkValidity())
})

test('what is no whole number within the bounds stays as it was typed, and is no value', async () => {
  const { input, onnumber } = field({ max: 4 })
  for (const text of ['5', '1.5', '-1', 'two']) {
    await user.clear(input)
    await user.type(input, text)
    assert.deepEqual(onnumber.mock.calls.at(-1), [null])
    assert.equal(input.value, text)
    assert.equal(input.validationMessage, 'A whole number from 0 to 4.')
  }
  await user.clear(input)
  assert.ok(input.checkValidity())
})

test('a number may be below nought where the field allows it', async () => {
  const { input, onnumber } = field({ min: -50 })
  await user.type(input, '-20')
  assert.deepEqual(onnumber.mock.calls.at(-1), [-20])
  assert.equal(input.inputMode, 'text')
})

test('a number from elsewhere takes the place of what was typed', async () => {
  const { input, rerender } = field()
  await user.type(input, '10')
  await rerender(944)
  assert.equal(input.value, '944')
})

test('no field of the client is of the type that a wheel changes', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.(svelte|ts)$/.test(file))
  assert.ok(sources.length > 300)
  assert.deepEqual(
    sources.filter((file) => /\btype=\W{0,2}number\b/.test(readFileSync(`src/${file}`, 'utf8'))),
    [],
  )
})
