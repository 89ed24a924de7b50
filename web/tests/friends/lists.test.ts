// Friends as the page keeps them: who is shown first, what somebody is to me, what is announced.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { announced, byPresence, EMPTY, standing } from '../../src/friends/lists'
import type { Friend, Friends } from '../../src/net/messages'

const friend = (person: string, state: Friend['state']): Friend => ({
  person,
  name: person.toUpperCase(),
  state,
  table: '',
  may: '',
  portrait: 0,
})
const asks = (person: string) => ({ person, name: person.toUpperCase(), since: 1, portrait: 0 })
const invites = (person: string) => ({
  person,
  name: person.toUpperCase(),
  table: 'T',
  at: 1,
  portrait: 0,
})
const lists = (some: Partial<Friends>): Friends => ({ ...EMPTY, ...some })

test('who is at a table comes first, who is away last', () => {
  const all = [friend('ann', 'away'), friend('bo', 'online'), friend('cy', 'table')]
  assert.deepEqual(
    byPresence(all).map(({ person }) => person),
    ['cy', 'bo', 'ann'],
  )
})

test('somebody is a friend, asks, was asked, or is nobody in particular', () => {
  const now = lists({
    friends: [friend('ann', 'away')],
    requests: [asks('bo')],
    sent: [asks('cy')],
  })
  const all = ['ann', 'bo', 'cy', 'di'].map((person) => standing(person, now))
  assert.deepEqual(all, ['friend', 'asks', 'asked', ''])
})

test('the newest invitation or request is announced, and nothing once it is answered', () => {
  const now = lists({ requests: [asks('bo')], invitations: [invites('ann')] })
  assert.equal(announced('invitation', now)?.table, 'T')
  assert.equal(announced('request', now)?.name, 'BO')
  assert.equal(announced('friend', EMPTY)?.what, 'friend')
  assert.equal(announced('request', EMPTY), null)
  assert.equal(announced(null, now), null)
})
