// An action says that it is done or why not, and runs one thing at a time.
import assert from 'node:assert/strict'
import { beforeAll, beforeEach, test } from 'vitest'
import { Refusal } from '../../src/net/api'
import { openPage } from '../support/page'

let action: InstanceType<typeof import('../../src/net/asyncAction.svelte').AsyncAction>

beforeAll(async () => {
  openPage({ protocol: 'http:', host: 'here' })
  const { loadLanguage } = await import('../../src/i18n/language.svelte')
  await loadLanguage()
})
beforeEach(async () => {
  const { AsyncAction } = await import('../../src/net/asyncAction.svelte')
  action = new AsyncAction()
})

const fails = () => Promise.reject(new Refusal('bad-name', 'as the server has it'))

test('what succeeds is said to be done', async () => {
  assert.equal(await action.run(() => Promise.resolve(), 'Saved.'), true)
  assert.deepEqual([action.done, action.error], ['Saved.', ''])
})

test('what is refused is told in the words of the player', async () => {
  assert.equal(await action.run(fails, 'Saved.'), false)
  assert.equal(action.done, '')
  assert.notEqual(action.error, '')
  assert.notEqual(action.error, 'as the server has it')
})

test('a fault without words of its own is told all the same', async () => {
  assert.equal(await action.run(() => Promise.reject(new TypeError('x is undefined'))), false)
  assert.notEqual(action.error, '')
  assert.ok(!action.error.includes('undefined'))
})

test('what is tried next clears what was said before, and failing once is not for ever', async () => {
  await action.run(fails)
  let answer = () => {}
  const trying = action.run(() => new Promise<void>((resolve) => (answer = resolve)), 'Saved.')
  assert.deepEqual([action.done, action.error], ['', ''])
  answer()
  assert.equal(await trying, true)
  assert.equal(action.done, 'Saved.')
})

test('a second tap does nothing while the first is under way, and counts again afterwards', async () => {
  let asked = 0
  let answer = () => {}
  const slow = () => (asked++, new Promise<void>((resolve) => (answer = resolve)))
  const first = action.runOnce(slow)
  assert.equal(await action.runOnce(slow), false)
  assert.equal(asked, 1)
  answer()
  assert.equal(await first, true)

  await action.runOnce(fails)
  assert.equal(await action.runOnce(() => Promise.resolve(asked++)), true)
  assert.equal(asked, 2)
})
