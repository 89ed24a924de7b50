// One's mistakes by what a teacher would say, each with its lesson and its positions.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import Groups from '../../../src/replay/practice/Groups.svelte'
import { settings } from '../../../src/settings/settings.svelte'
import { speak } from '../../support/table'

beforeEach(() => speak())

test('each group has its name, number, loss and trend, and leads to its lesson and its positions', () => {
  settings.preset = 'french'
  render(Groups, {
    groups: [
      { group: 'trumps', count: 2, loss: 41.6, trend: [2, 1, 0, 1, 1, 0, 1, 0, 0, 1] },
      { group: 'other', count: 1, loss: 3, trend: [] },
    ],
  })
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent.replace(/\s+/g, ' '))
  assert.match(rows[0]!, /Did not draw trumps.*2 mistakes, −42 points/)
  assert.match(rows[0]!, /In the last 50 deals: 2; in the 50 before: 5\./)
  assert.match(rows[1]!, /Other mistakes.*1 mistake, −3 points/)
  const lessons = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  assert.deepEqual(lessons, ['#/learn/french/draw', '#/drill/french/trumps', '#/learn/french'])
})
