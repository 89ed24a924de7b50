// The score sheet of a game of an evening: its format and players, and its total for the other side.

import { sideOf } from '../cards/cards'
import { get, post } from '../net/api'
import type { Counts, PaperSheet, TeamGame, TeamState } from '../net/messages'
import { countsIn, typedFrom, type CountKind } from '../tournament/desk/scores/counts'
import type { KeptSheet } from './keptSheets'
import type { PaperMatch } from './paperMatch.svelte'

export class EveningSheet {
  readonly back: string
  private readonly tournament: string
  private readonly key: string
  private readonly round: number

  /** `about`: the tournament, the key of the team's card, and the round. */
  constructor(about: string) {
    const [tournament = '', key = '', round = ''] = about.split('/')
    this.tournament = tournament
    this.key = key
    this.round = Number(round)
    this.back = `#/team/${tournament}/${key}`
  }

  /** Open the sheet of the game as it is drawn now. */
  async open(paper: PaperMatch): Promise<void> {
    const [{ preset, house }, game] = await this.#read()
    if (game) await paper.openSlip(game.key, { preset, house }, game.seats)
  }

  /** Return the totals of both sides, the own one first; what is held at the end is halved. */
  totals({ dealer, scores, held }: PaperSheet): [number, number] | null {
    if (dealer !== null) return null
    const [own = 0, other = 0] = scores
    const half = Math.floor(held / 2)
    return [Math.max(0, own + held - half), Math.max(0, other + half)]
  }

  /** Return what both sides have of what is counted beside the totals, the own side first. */
  counts({ deals, names }: Pick<KeptSheet, 'deals' | 'names'>, { rows }: PaperSheet): Counts {
    const counts = typedFrom({ roem: [0, 0], nat: [0, 0], pit: [0, 0] })
    const add = (kind: CountKind, side: number | null | undefined, count = 1) => {
      if (side === 0 || side === 1) counts[kind][side] = (counts[kind][side] ?? 0) + count
    }
    for (const [at, deal] of deals.entries()) {
      const row = rows[at]?.row
      deal.trick_melds?.forEach((points, side) => add('roem', side, points))
      add('pit', row?.swept_by)
      if (row?.outcome === 'failed') add('nat', sideOf(deal.attacker ?? 0, names.length))
    }
    return countsIn(counts) ?? {}
  }

  /** Enter the totals for the own side; they count once the other side confirms them. */
  async send([own, other]: readonly [number, number], counts: Counts): Promise<void> {
    const [team, game] = await this.#read()
    const counted = team.counted.length ? { counts } : {}
    const score = { key: game?.key ?? '', own, other, ...counted }
    await post(`/api/tournaments/${this.tournament}/game`, score)
  }

  async #read(): Promise<[TeamState, TeamGame | undefined]> {
    const here = `/api/tournaments/${this.tournament}/team?key=${this.key}`
    const team = await get<TeamState>(here)
    return [team, team.games.find(({ round, key }) => round === this.round && key)]
  }
}
