// Seasons of a club: what a rule means, the table, its file, and members who are picked.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import {
  newRule,
  picked,
  placesIn,
  ruleMeaning,
  seasonCsv,
  valueOf,
  type WholeRule,
} from '../../src/tournament/home/club.svelte'
import SeasonFields from '../../src/tournament/season/SeasonFields.svelte'
import SeasonTable from '../../src/tournament/season/SeasonTable.svelte'
import { t } from '../../src/i18n/language.svelte'
import type { SeasonState } from '../../src/net/messages'
import { newUser, speak } from '../support/table'

const user = newUser()
const cell = (value: number, counted = true) => ({ value, rank: 1, wins: 1, counted })
const season: SeasonState = {
  club: 'abcdefghijkl',
  name: 'The Owls',
  number: 1,
  season: 'Winter',
  rule: { ...newRule(), total: 'mean', best: 1 },
  evenings: [
    { tournament: 'a', event: 'a', name: 'First "Tuesday"', at: 0 },
    { tournament: 'b', event: 'b', name: 'Second', at: 86_400 },
  ],
  rows: [
    {
      rank: 1,
      names: ['Ann'],
      members: [1],
      evenings: [cell(1000), cell(900, false)],
      total: 1000,
      divisor: 1,
      enough: true,
      line: 'up',
    },
    {
      rank: 2,
      names: ['=Bo', 'Cé'],
      members: [0, 0],
      evenings: [null, cell(-10)],
      total: -31,
      divisor: 3,
      enough: false,
      line: 'down',
    },
  ],
  doubled: [],
  secretary: false,
}

beforeEach(async () => {
  await speak()
})

test('a table shows what counts, what does not, and who goes up and down', () => {
  render(SeasonTable, { season })
  const [, ann, bo] = screen.getAllByRole('row')
  assert.match(ann?.textContent ?? '', /▲\s*1\s*Ann\s*1000\.0\s*1000\s*900/)
  assert.equal(ann?.querySelector('s')?.textContent, '900')
  assert.match(bo?.textContent ?? '', /▼\s*2\s*=Bo & Cé \*\s*-10\.3\s*–\s*-10/)
  screen.getByText('* Too few evenings so far')
})

test('the file for a spreadsheet computes nothing', () => {
  assert.equal(
    seasonCsv(season, t, 'en'),
    [
      `"${season.name} · ${season.season}"`,
      '"Place";"Player";"First ""Tuesday""";"Second";"Points"',
      '1;"Ann";1000;900;1000.0',
      '2;"\'=Bo & Cé";;-10;-10.3',
    ].join('\r\n'),
  )
})

test('a sum has no decimals', () => {
  const [row] = season.rows
  assert.equal(row && valueOf(row, newRule(), 'en'), '1000')
})

test('a rule is said in sentences', () => {
  const rule: WholeRule = { ...newRule(), counts: 'places', places: [3, 2], best: 5, attendance: 1 }
  assert.deepEqual(ruleMeaning(t, rule), [
    'Each player',
    'Scoring of an evening: Points by place (3 2)',
    'Points for coming: 1',
    'In the season: Total',
    'Best evenings counted: 5',
  ])
})

test('points by place are typed, and belong to nothing else', async () => {
  assert.deepEqual(placesIn('10, 8 and 6'), [10, 8, 6])
  const rule = $state(newRule())
  render(SeasonFields, { rule })
  await user.selectOptions(screen.getByTestId('season-counts'), 'places')
  await screen.findByTestId('season-places')
  await user.selectOptions(screen.getByTestId('season-counts'), 'points')
  assert.equal(screen.queryByTestId('season-places'), null)
})

test('members are picked one by one, or two to a line', () => {
  assert.equal(picked('', 'Ann', true), 'Ann')
  assert.equal(picked('Ann', 'Bo', true), 'Ann & Bo')
  assert.equal(picked('Ann & Bo\n', 'Cé', true), 'Ann & Bo\nCé')
  assert.equal(picked('Ann', 'Bo', false), 'Ann\nBo')
})
