// Each address leads to its page, any other to the start page.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { PAGES, routeOf } from '../../src/app/routes'

test('an address names a page, and what it is about', () => {
  assert.deepEqual(routeOf('#/table/a-B_9'), { page: 'table', about: 'a-B_9' })
  assert.deepEqual(routeOf('#/daily'), { page: 'daily', about: '' })
  assert.equal(routeOf('#/puzzle/bga/2026-11-21').about, 'bga/2026-11-21')
  for (const page of PAGES) assert.equal(routeOf(`#/${page}/x1`).page, page)
})

test('the address that a page had before still leads to it', () => {
  assert.deepEqual(routeOf('#/order/audit'), { page: 'moderation', about: 'audit' })
})

test('what no page is, or lacks what it is about, is the start', () => {
  for (const hash of [
    '',
    '#/',
    '#/nowhere',
    '#/table',
    '#/join/',
    '#/profile',
    '#/table/a/b',
    '#/table/%2e',
  ])
    assert.equal(routeOf(hash).page, 'start')
})
