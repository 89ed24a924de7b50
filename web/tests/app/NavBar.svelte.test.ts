// The navigation bar: five places, the one that a page belongs to marked.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import NavBar from '../../src/app/NavBar.svelte'
import { PAGES, routeOf, type Route } from '../../src/app/routes'
import { hasBar, PLACES, SECTIONS, sectionOf } from '../../src/app/sections'
import { speak } from '../support/table'

beforeEach(() => speak())

const pages = Object.keys(PAGES) as Route['page'][]

test('five places, of which one is where one is', () => {
  render(NavBar, { current: 'learn' })
  const bar = screen.getByRole('navigation', { name: 'Main pages' })
  const links = within(bar).getAllByRole('link')
  assert.deepEqual(
    links.map((link) => link.textContent.trim()),
    ['Play', 'Friends', 'Today', 'Learn', 'Me'],
  )
  assert.deepEqual(
    links.map((link) => link.getAttribute('aria-current')),
    [null, null, null, 'page', null],
  )
})

test('each place leads to a page that has the bar', () => {
  for (const section of SECTIONS) assert.ok(hasBar(routeOf(PLACES[section].href)), section)
})

test('all pages have it but those with a table, a deal to watch, the projector or a slip', () => {
  const without = pages.filter((page) => sectionOf(page) === undefined)
  assert.deepEqual(without, ['table', 'join', 'match', 'together', 'hall', 'score', 'team'])
})

test('no page belongs to two places', () => {
  const all = SECTIONS.flatMap((section) => PLACES[section].pages)
  assert.equal(new Set(all).size, all.length)
})

test('it does not lie over the answers of a lesson', () => {
  assert.ok(hasBar({ page: 'learn', about: '' }))
  assert.ok(!hasBar({ page: 'learn', about: 'deal' }))
})
