// House rules: chosen field by field, told by the server each time, with what cannot be agreed.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import type { HouseRules as Told } from '../../src/net/messages'
import HouseRules from '../../src/rules/HouseRules.svelte'
import { answering } from '../support/answers'
import { houseRules, optionOf } from '../support/positions'
import { newUser, speak } from '../support/table'

const user = newUser()

beforeEach(() => speak())

const fields = () => [...document.querySelectorAll<HTMLElement>('[data-option]')]

/** Open the page of the French rules, for which the server has this answer. */
async function open(reported: Told, house: Record<string, unknown> = {}) {
  const requests = answering(() => reported)
  const props = $state({ chosen: { preset: 'french', house }, problem: '' })
  render(HouseRules, props)
  await screen.findByText('What tables argue about')
  return { props, requests }
}

test('what tables argue about comes first, everything else after it', async () => {
  const reported = houseRules()
  const { requests } = await open(reported)
  assert.deepEqual(requests, ['GET /api/rules/french?lang=en'])
  assert.equal(screen.getByTestId('house-points').textContent.trim(), 'French')
  const more = screen.getByTestId('house-more')
  const keys = (fields: HTMLElement[]) => fields.map((field) => field.dataset.option)
  const first = fields().filter((field) => !more.contains(field))
  assert.deepEqual(
    keys(first),
    reported.first.filter((key) => reported.options.some((one) => one.key === key)),
  )
  assert.equal(fields().length, reported.options.filter((one) => one.offered).length)
})

test('what is chosen is asked about anew, and counted', async () => {
  const { props, requests } = await open(houseRules())
  const other = optionOf('undertrump').values.find(({ value }) => value === 'free')!
  await user.click(screen.getByRole('radio', { name: other.sentence }))
  assert.deepEqual(props.chosen.house, { undertrump: 'free' })
  assert.equal(requests.at(-1), 'GET /api/rules/french?undertrump=free&lang=en')
  assert.match(screen.getByTestId('house-points').textContent, /French, with one change/)
})

test('what is chosen as usual is no difference', async () => {
  const { props } = await open(houseRules('changed'), { undertrump: 'free', target: 700 })
  const { usual, values } = optionOf('undertrump')
  const { sentence } = values.find(({ value }) => value === usual)!
  await user.click(screen.getByRole('radio', { name: `${sentence} usual` }))
  assert.deepEqual(props.chosen.house, { target: 700 })
})

test('all is as usual again, but for help or none', async () => {
  const { props } = await open(houseRules('changed'), { undertrump: 'free' })
  await user.click(screen.getByRole('button', { name: 'Reset all' }))
  assert.deepEqual(props.chosen.house, {})
  assert.equal(screen.queryByTestId('house-reset'), null)
})

test('what cannot be agreed is said where it was chosen, and to the page', async () => {
  const reported = houseRules('conflict')
  const { props } = await open(reported, { target: 0 })
  assert.equal(props.problem, reported.problem!.sentence)
  const wrong = within(document.querySelector<HTMLElement>('[data-option=target]')!)
  assert.ok(wrong.getByText(reported.problem!.sentence))
  assert.equal(document.querySelectorAll('.wrong').length, 1)
})
