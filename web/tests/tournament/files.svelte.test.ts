// Files of a tournament of games: what decides stands in them, and a spreadsheet reads them.
import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { t } from '../../src/i18n/language.svelte'
import { fileName, saveCsv } from '../../src/lib/saveFile'
import type { TournamentState } from '../../src/net/messages'
import { Tournament } from '../../src/tournament/desk/tournament.svelte'
import { roundsCsv, standingsCsv } from '../../src/tournament/paper/files'
import { speak } from '../support/table'

beforeEach(() => speak())

const game = (table: number, sides: [number[], number[]], points: [number, number] | null) => ({
  ...{ table, sides, points, deal: 0, forfeit: null, reports: [null, null], state: 'over' },
  ...{ values: null, starts: [0, 0] },
})
const row = (rank: number, team: number, by_round: (number | null)[], ties: (number | null)[]) => ({
  ...{ rank, team, by_round, ties, line: '', value: null, wins: 1, played: 1, points: 1010 },
})
const tournament = new Tournament('abcdefghijkl')
tournament.state = {
  name: 'Concours; du club',
  format: { entrants: 'teams', draw: 'swiss', ties: ['difference', 'lots', 'first'] },
  teams: ['Éliane & Bo', '=1+1', 'Cé & Dré'].map((name, at) => ({ name, number: at + 1 })),
  rounds: [
    { games: [game(1, [[1], [2]], [1010, 934])], byes: [3], phrase: '', matches: [], drawn: 0 },
    { games: [game(1, [[3], [1]], null)], byes: [], phrase: '', matches: [], drawn: 0 },
  ],
  prizes: [],
  standings: [row(1, 1, [1010, null], [76, null, 1010]), row(2, 3, [972, null], [0, null, 972])],
} as unknown as TournamentState

test('the standing has its name, a heading, numbers, points by round and the tie-break', () => {
  assert.deepEqual(standingsCsv(tournament, t).split('\r\n'), [
    '"Concours; du club"',
    '"Place";"No.";"Team";"1";"2";"Wins";"Points";"Points difference"',
    '1;1;"Éliane & Bo";1010;–;1;1010;76',
    '2;3;"Cé & Dré";972;–;1;1010;0',
  ])
})

test('the file of all rounds has each game by number and name, and who sits out', () => {
  assert.deepEqual(roundsCsv(tournament, t).split('\r\n').slice(1), [
    '"Round";"Table";"Deal";"No.";"Team";"No.";"Team";"Points";"Points"',
    '1;1;;"1";"Éliane & Bo";"2";"\'=1+1";1010;934',
    '1;;;"3";"Cé & Dré";;;;',
    '2;1;;"3";"Cé & Dré";"1";"Éliane & Bo";;',
  ])
})

test('what is counted beside the totals has columns in both files', () => {
  const { state } = tournament
  const counts = { roem: [40, 20], nat: [0, 1], pit: [0, 0] }
  tournament.state = {
    ...state,
    format: { entrants: 'teams', draw: 'moving', ties: [], counts: ['roem', 'nat'] },
    rounds: [{ ...state!.rounds[0], games: [{ ...game(1, [[1], [2]], [1010, 934]), counts }] }],
    standings: [{ ...row(1, 1, [1010], []), counts: [40, 0] }],
  } as unknown as TournamentState
  assert.deepEqual(roundsCsv(tournament, t).split('\r\n').slice(1), [
    '"Round";"Table";"Deal";"No.";"Team";"No.";"Team";"Points";"Points";"Roem";"Roem";"Nat";"Nat"',
    '1;1;;"1";"Éliane & Bo";"2";"\'=1+1";1010;934;40;20;0;1',
    '1;;;"3";"Cé & Dré";;;;;;;;',
  ])
  assert.deepEqual(standingsCsv(tournament, t).split('\r\n').slice(1), [
    '"Place";"No.";"Team";"1";"Wins";"Points";"Roem";"Nat"',
    '1;1;"Éliane & Bo";1010;1;1010;40;0',
  ])
  tournament.state = state
})

test('files of a duplicate have the value of each round and of each deal', () => {
  const { state } = tournament
  const deal = { ...game(1, [[1], [2]], [1010, 934]), deal: 5, values: [62.5, 37.5] }
  tournament.state = {
    ...state,
    format: { entrants: 'teams', draw: 'howell', comparison: 'matchpoints' },
    rounds: [{ games: [deal], byes: [3], phrase: '', matches: [], drawn: 0 }],
    standings: [{ ...row(1, 1, [62.5], []), value: 62.5 }],
  } as unknown as TournamentState
  assert.equal(
    roundsCsv(tournament, t).split('\r\n')[2],
    '1;1;5;"1";"Éliane & Bo";"2";"\'=1+1";1010;934;62.5;37.5',
  )
  assert.deepEqual(standingsCsv(tournament, t).split('\r\n').slice(1), [
    '"Place";"No.";"Team";"1";"Deals";"Match points (%)"',
    '1;1;"Éliane & Bo";62.5;1;62.5',
  ])
  tournament.state = state
})

test('a file has a name that every system takes, and says that it is UTF-8', async () => {
  assert.equal(fileName(['Concours: 30/11', ' Stand '], 'csv'), 'Concours 30 11 - Stand.csv')
  let saved: Blob | null = null
  Object.assign(URL, {
    createObjectURL: (file: Blob) => ((saved = file), 'blob:x'),
    revokeObjectURL: () => null,
  })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  saveCsv(['Tuesday'], '"é"')
  assert.equal(clicked.mock.calls.length, 1)
  const bytes = new Uint8Array(await saved!.arrayBuffer())
  assert.deepEqual([...bytes.slice(0, 4)], [0xef, 0xbb, 0xbf, 0x22])
})
