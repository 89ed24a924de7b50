// Ids of matches on this device, and what is kept of them.
import { expect, test } from 'vitest'

import { localId, localMatch, matchId } from '../../src/offline/localIds'
import { findMatch } from '../../src/offline/localMatches'
import { beyond, type KeptMatch } from '../../src/offline/store'

const TABLE = localId('0123456789abcdef')

test('a match is named by its table and its beginning; its last one by the table', () => {
  expect(localMatch(`${TABLE}-17`)).toEqual({ table: TABLE, version: 17 })
  expect(localMatch(TABLE)).toEqual({ table: TABLE })
  expect(matchId({ table: TABLE, version: 17 })).toBe(`${TABLE}-17`)
  for (const wrong of ['', 'abcdefghijkl-17', `${TABLE}-0`, `${TABLE}-x`, `${TABLE}-1/2`])
    expect(localMatch(wrong)).toBeNull()
})

test('of several matches at a table the last is found, or the one that is named', () => {
  const kept = [3, 2, 1].map((version) => ({ table: TABLE, version }) as KeptMatch)
  expect(findMatch(kept, TABLE)?.version).toBe(3)
  expect(findMatch(kept, `${TABLE}-1`)?.version).toBe(1)
  expect(findMatch(kept, `${TABLE}-9`)).toBeUndefined()
  expect(findMatch(kept, localId('ffff'))).toBeUndefined()
})

test('what is kept is bounded in number and in bytes; the first stays', () => {
  const all = ['aa', 'bb', 'cc', 'dd'] // 4 bytes each, with their quotes
  expect(beyond(all, 4, 16)).toEqual([])
  expect(beyond(all, 3, 1000)).toEqual(['dd'])
  expect(beyond(all, 9, 11)).toEqual(['cc', 'dd'])
  expect(beyond(all, 9, 1)).toEqual(['bb', 'cc', 'dd'])
  expect(beyond(['éé', 'b'], 9, 7)).toEqual(['b'])
})
