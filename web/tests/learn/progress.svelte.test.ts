// Lessons done on several devices come together.
import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { me } from '../../src/account/me.svelte'
import { finish, progress, shareDone } from '../../src/learn/progress.svelte'

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  progress.done = ['trick']
  me.now = {
    id: 'p1',
    name: 'Ann',
    account: true,
    role: '',
    settings: {},
  } as unknown as typeof me.now
})

const answering = (answer: () => Promise<Response>) =>
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit = {}) => {
    asked.push(`${method} ${path} ${body as string}`)
    return answer()
  })

test('what was done elsewhere is done here, and the other way round', async () => {
  answering(() => Promise.resolve(new Response('{"done":["deal","trick"]}')))
  await shareDone()
  assert.deepEqual(asked, ['PUT /api/me/lessons {"done":["trick"]}'])
  assert.deepEqual(progress.done, ['trick', 'deal'])
})

test('without a network, or without a name, it is kept here', async () => {
  answering(() => Promise.reject(new TypeError('offline')))
  finish(['french/follow', 'follow'])
  finish(['french/trick', 'trick'])
  await shareDone()
  assert.deepEqual(progress.done, ['trick', 'french/follow'])
  me.now = null
  const before = asked.length
  await shareDone()
  assert.equal(asked.length, before)
})
