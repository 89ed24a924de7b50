// The host agrees on the rules of a table, its pace, and who may sit, watch and speak.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import TableSettings from '../../../src/lobby/waiting/TableSettings.svelte'
import type { Terms } from '../../../src/net/messages'
import { answering, refusal } from '../../support/answers'
import { houseRules, viewOf } from '../../support/positions'
import { sitDown, newUser, speak } from '../../support/table'

const user = newUser()
const TERMS: Terms = { pace: 'none', sit: 'link', watch: 'table', talk: 'free', level: 'club' }

beforeEach(() => speak())

async function open(agreed: () => unknown = () => null, reported = houseRules()) {
  const { game } = await sitDown(viewOf('turned'))
  const requests = answering((asked) => (asked.startsWith('GET') ? reported : agreed()))
  const onclose = vi.fn()
  const { rules } = viewOf('turned')
  render(TableSettings, { game, rules, terms: TERMS, onclose })
  await screen.findByText('What tables argue about')
  return { onclose, agreed: () => requests.filter((one) => one.startsWith('POST')) }
}

const agree = () => screen.getByRole('button', { name: 'Agree' })
const body = (request: string | undefined): unknown =>
  JSON.parse(request!.slice(request!.indexOf('{')))

test('it shows what is agreed now', async () => {
  await open()
  assert.ok(screen.getByRole('dialog', { name: 'Rules of this table' }))
  const fields = ['Time to think', 'Who may sit down', 'Who may watch', 'Chat']
  assert.deepEqual(
    fields.map((name) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value),
    ['none', 'link', 'table', 'free'],
  )
  assert.equal(screen.getByRole<HTMLInputElement>('radio', { name: /^French(?!,)/ }).checked, true)
})

test('what was changed is agreed on, and the dialog closes', async () => {
  const { onclose, agreed } = await open()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time to think' }), 'fast')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Who may watch' }), 'none')
  await user.click(screen.getByRole('radio', { name: /^Expert: / }))
  await user.click(screen.getByRole('radio', { name: /^Flemish ?101/ }))
  await user.click(agree())
  await waitFor(() => assert.equal(onclose.mock.calls.length, 1))
  const [request, ...others] = agreed()
  assert.deepEqual(others, [])
  assert.match(request!, /^POST \/api\/tables\/T1\/terms /)
  assert.deepEqual(body(request), {
    preset: 'flemish',
    options: {},
    level: 'expert',
    terms: { ...TERMS, pace: 'fast', watch: 'none', level: 'expert' },
  })
})

test('what the server refuses is said, and nothing is lost', async () => {
  const { onclose } = await open(() => refusal('match-under-way'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time to think' }), 'fast')
  await user.click(agree())
  assert.ok(await screen.findByText(/A match is in progress/))
  assert.equal(onclose.mock.calls.length, 0)
  assert.equal(agree().hasAttribute('disabled'), false)
  assert.equal(
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time to think' }).value,
    'fast',
  )
})

test('what cannot be played cannot be agreed on', async () => {
  const reported = houseRules('conflict')
  await open(() => null, reported)
  assert.equal(screen.getByRole('alert').textContent, reported.problem!.sentence)
  assert.equal(agree().hasAttribute('disabled'), true)
})
