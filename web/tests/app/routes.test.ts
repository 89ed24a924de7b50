// Each address leads to its page, any other to the start page.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'vitest'
import { PAGES, routeKey, routeOf } from '../../src/app/routes'

const names = Object.keys(PAGES)

test('an address names a page, and what it is about', () => {
  assert.deepEqual(routeOf('#/table/a-B_9'), { page: 'table', about: 'a-B_9' })
  assert.deepEqual(routeOf('#/daily'), { page: 'daily', about: '' })
  assert.equal(routeOf('#/puzzle/bga/2026-11-21').about, 'bga/2026-11-21')
  assert.equal(routeOf('#/match/m-1/2/30').about, 'm-1/2/30')
  assert.equal(routeOf('#/rules/bga?lang=nl').about, 'bga?lang=nl')
  assert.deepEqual(routeOf('#/score/x1/1.2.0.mac'), { page: 'score', about: 'x1/1.2.0.mac' })
  assert.equal(routeOf('#/season/x1/2/hall').about, 'x1/2/hall')
  assert.equal(routeOf('#/log/clubs/x1').page, 'log')
  for (const page of names.filter(
    (one) => !['score', 'team', 'sheet', 'season', 'log', 'owner'].includes(one),
  ))
    assert.equal(routeOf(`#/${page}/x1`).page, page)
})

test('the address that a page had before still leads to it', () => {
  assert.deepEqual(routeOf('#/order/audit'), { page: 'moderation', about: 'audit' })
  assert.deepEqual(routeOf('#/club'), { page: 'tournament', about: '' })
  assert.deepEqual(routeOf('#/club/x1'), { page: 'tournament', about: 'x1' })
  assert.deepEqual(routeOf('#/club/x1/key'), { page: 'tournament', about: 'x1/key' })
  assert.deepEqual(routeOf('#/log/club/x1'), { page: 'log', about: 'club/x1' })
})

test('what no page is, or lacks what it is about, is the start', () => {
  for (const hash of [
    '',
    '#/',
    '#/nowhere',
    '#/constructor',
    '#/table',
    '#/join/',
    '#/profile',
    '#/table/a/b',
    '#/table/%2e',
    '#/match/m-1/2/30/4',
    '#/daily/',
  ])
    assert.equal(routeOf(hash).page, 'start')
})

test('a page begins again when it is about something else, unless it says that it stays', () => {
  const same = (one: string, other: string) => routeKey(routeOf(one)) === routeKey(routeOf(other))
  assert.ok(same('#/match/m-1/2/30', '#/match/m-1/2/31'))
  assert.ok(!same('#/profile/a', '#/profile/b'))
  assert.ok(!same('#/table/a', '#/join/a'))
})

test('a page is told of in the table alone: nothing else imports its component', () => {
  const imports = (file: string) =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(/(?:from |import\()'(\.[^']*\.svelte)'/g)].map(
      ([, path]) => posix.join(posix.dirname(file), path!),
    )
  const pages = new Set(imports('app/routes.ts'))
  assert.ok(pages.size > 15)
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('routes.ts'),
  )
  const others = sources.filter((file) => imports(file).some((path) => pages.has(path)))
  assert.deepEqual(others, [])
})
