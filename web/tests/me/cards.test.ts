// The page about oneself: cards that lead to what one played and may set.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { PAGES } from '../../src/app/routes'
import { cardsOf } from '../../src/me/cards'
import type { Me } from '../../src/net/messages'

const pageOf = (href: string) => href.slice('#/'.length)

test('every card leads to a page', () => {
  const cards = cardsOf(null)
  assert.deepEqual(
    cards.filter((card) => !(pageOf(card.href) in PAGES)),
    [],
  )
  assert.equal(new Set(cards.map((card) => card.name)).size, cards.length)
})

test('moderation is for administrators', () => {
  const named = (role: string) => cardsOf({ role } as Me).map((card) => card.name)
  assert.ok(named('admin').includes('moderation'))
  assert.ok(!named('user').includes('moderation'))
})
