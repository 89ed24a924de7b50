import { describe, expect, it } from 'vitest'
import type { TournamentState } from '../../src/net/messages'
import { madeUpNames, madeUpScores } from '../../src/tournament/desk/trial/trial'

describe('made-up names', () => {
  it.each(['fr', 'ar', 'bg', 'el', 'hy', 'nl-NL'])('are all different in %s', (language) => {
    const names = madeUpNames(200, language)
    const people = names.flatMap((name) => name.split(' & '))
    expect(new Set(people).size).toBe(400)
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(60)
  })
  it('are of one person in a mêlée', () => {
    expect(madeUpNames(3, 'en', true).every((name) => !name.includes('&'))).toBe(true)
  })
})

describe('made-up scores', () => {
  it('are those of the games without one, and add up to a possible sum', () => {
    const games = [{ state: 'over' }, { state: 'open' }, { state: 'disputed' }]
    const current = { rounds: [{ games: [] }, { games }] } as unknown as TournamentState
    const entries = madeUpScores(current, { deals: 1944, possible: [1944, 1964] }, () => 0.99)
    expect(entries).toMatchObject([2, 3].map((game) => ({ round: 2, game })))
    const [first] = entries
    const points: [number, number] = first && 'score' in first ? first.score.points : [0, 0]
    expect(points[0] + points[1]).toBe(1964)
  })
})
