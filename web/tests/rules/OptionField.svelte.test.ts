// An option of house rules as a field: its values in words, and what is chosen.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import OptionField from '../../src/rules/OptionField.svelte'
import type { RuleOption } from '../../src/net/messages'
import { houseRules, optionOf } from '../support/positions'
import { newUser, speak } from '../support/table'

const user = newUser()

beforeEach(() => speak())

function field(option: RuleOption, value: unknown = option.value, problem = '') {
  const onchoose = vi.fn<(value: unknown) => void>()
  render(OptionField, { option, value, problem, onchoose })
  return { onchoose, group: screen.getByRole('group', { name: option.title }) }
}

const chosen = () =>
  screen.getAllByRole<HTMLInputElement>('radio').flatMap((one, i) => (one.checked ? [i] : []))

test('a choice has a sentence for each value, and tells which is usual', () => {
  const option = optionOf('undertrump')
  const { group } = field(option)
  const labels = [...group.querySelectorAll('label')].map((one) =>
    one.textContent.replace(/\s+/g, ' ').trim(),
  )
  assert.deepEqual(
    labels,
    option.values.map(({ value, sentence }) =>
      value === option.usual ? `${sentence} usual` : sentence,
    ),
  )
  assert.deepEqual(chosen(), [option.values.findIndex(({ value }) => value === option.usual)])
})

test('the line says what is chosen', () => {
  const option = optionOf('undertrump')
  const other = option.values.find(({ value }) => value !== option.usual)!
  const { group } = field(option, other.value)
  const line = group.closest('details')!.querySelector('summary')!
  assert.equal(line.textContent.trim(), `${option.title}${other.sentence}`)
})

test('a value is chosen by its sentence', async () => {
  const option = optionOf('undertrump')
  const { onchoose } = field(option)
  const other = option.values.find(({ value }) => value !== option.usual)!
  await user.click(screen.getByRole('radio', { name: other.sentence }))
  assert.deepEqual(onchoose.mock.calls, [[other.value]])
})

test('by keys the arrows choose', async () => {
  const option = optionOf('undertrump')
  const { onchoose } = field(option, option.values[0]!.value)
  await user.tab()
  assert.equal(document.activeElement?.tagName, 'SUMMARY')
  await user.tab()
  await user.keyboard('{ArrowDown}')
  assert.deepEqual(onchoose.mock.calls, [[option.values[1]!.value]])
})

test('what differs from the rule set looks so', () => {
  const option = optionOf('undertrump', 'changed')
  const { group } = field(option)
  assert.notDeepEqual(option.value, option.usual)
  assert.ok(group.closest('details')!.classList.contains('differs'))
})

test('a number is written, and its sentence follows', async () => {
  const option = optionOf('target')
  const { onchoose, group } = field(option)
  const number = screen.getByRole('textbox', { name: option.title })
  assert.equal((number as HTMLInputElement).value, '1000')
  assert.ok(within(group).getByText(option.sentence))
  await user.clear(number)
  assert.deepEqual(onchoose.mock.calls, [])
  await user.type(number, '700')
  assert.deepEqual(onchoose.mock.calls.at(-1), [700])
})

test('a number that differs tells what is usual', () => {
  const option = optionOf('target', 'changed')
  const { group } = field(option)
  assert.match(
    group.textContent.replace(/\s+/g, ' '),
    new RegExp(`usual: ${option.usual_sentence}`),
  )
})

test('a number that need not be is a choice first', async () => {
  const option = optionOf('end_deals')
  const { onchoose } = field(option)
  assert.deepEqual(chosen(), [0])
  await user.click(screen.getByRole('radio', { name: option.title }))
  assert.deepEqual(onchoose.mock.calls, [[4]])
})

test('the rule set says which number, where it has one', async () => {
  const { onchoose } = field({ ...optionOf('end_deals'), usual: 16 }, null)
  await user.click(screen.getByRole('radio', { name: 'A fixed number of deals' }))
  assert.deepEqual(onchoose.mock.calls, [[16]])
})

test('and back to none', async () => {
  const option = optionOf('end_deals')
  const { onchoose } = field(option, 6)
  assert.deepEqual(chosen(), [1])
  await user.click(screen.getByRole('radio', { name: option.values[0]!.sentence }))
  assert.deepEqual(onchoose.mock.calls, [[null]])
})

test('of several numbers each has its place', async () => {
  const option = optionOf('run_points')
  const usual = option.usual as number[]
  const { onchoose } = field(option)
  const fields = screen.getAllByRole<HTMLInputElement>('textbox')
  assert.deepEqual(
    fields.map((one) => Number(one.value)),
    usual,
  )
  const third = screen.getByRole('textbox', { name: `${option.title}, 3` })
  await user.clear(third)
  await user.type(third, '7')
  assert.deepEqual(onchoose.mock.calls, [[usual.with(2, 7)]])
})

test('packets are ticked, several of them', async () => {
  const option = optionOf('packets')
  const { onchoose } = field(option)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  const ticked = boxes.filter((one) => one.checked)
  assert.equal(ticked.length, (option.usual as unknown[]).length)
  await user.click(screen.getByRole('checkbox', { name: '4-1' }))
  assert.deepEqual(onchoose.mock.calls, [[[...(option.usual as unknown[]), [4, 1]]]])
})

test('and unticked', async () => {
  const option = optionOf('packets')
  const [first, ...others] = option.usual as [number, number][]
  const { onchoose } = field(option)
  await user.click(screen.getByRole('checkbox', { name: first!.join('-') }))
  assert.deepEqual(onchoose.mock.calls, [[others]])
})

test('what cannot be agreed with others says so', () => {
  const { problem } = houseRules('conflict')
  const { group } = field(optionOf('target', 'conflict'), 0, problem!.sentence)
  assert.ok(problem!.options.includes('target'))
  assert.ok(group.closest('details')!.classList.contains('wrong'))
  assert.ok(group.closest('details')!.open)
  assert.ok(screen.getByRole('group', { description: problem!.sentence }))
})

test.each([
  ['fr', 'd’habitude'],
  ['nl', 'gewoonlijk'],
  ['bg', 'обичайно'],
] as const)('what is usual is told in %s', async (language, usual) => {
  await speak(language)
  field(optionOf('undertrump'))
  assert.ok(screen.getByText(usual))
})
