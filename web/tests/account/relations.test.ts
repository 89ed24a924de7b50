// Friends, and those whom one has muted or blocked, as the page keeps them.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import type { Known } from '../../src/net/messages'
import { openPage } from '../support/page'

async function withRelations(relations: Known[]) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
  openPage({ protocol: 'http:', host: 'localhost' })
  vi.resetModules()
  const page = await import('../../src/account/me.svelte')
  page.me.relations = relations
  return page
}

const known = (person: string, kind: Known['kind']): Known => ({
  person,
  name: person.toUpperCase(),
  kind,
  here: false,
  pending: false,
})

test('who is blocked stands beside those who were blocked before', async () => {
  const { me, toggleRelation } = await withRelations([known('ann', 'block'), known('bo', 'mute')])
  await toggleRelation('cy', 'CY', 'block')
  assert.deepEqual(me.relations, [known('ann', 'block'), known('bo', 'mute'), known('cy', 'block')])
})

test('who is not blocked any more leaves the list alone', async () => {
  const { me, toggleRelation } = await withRelations([known('ann', 'block'), known('bo', 'block')])
  await toggleRelation('bo', 'BO', 'block')
  assert.deepEqual(me.relations, [known('ann', 'block')])
})
