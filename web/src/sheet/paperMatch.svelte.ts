// The match with real cards that is being written, kept in this browser; the law counts it.

import { t } from '../i18n/language.svelte'
import { load, save } from '../lib/storage'
import { request } from '../net/api'
import type { PaperDeal, PaperSheet, Player, ScoreSheet } from '../net/messages'
import { askAnywhere } from '../offline/askAnywhere'
import { playersOf } from '../replay/viewer/replay'
import type { RuleSet } from '../rules/houseRules'

const KEY = 'rebelote.paper'

interface Kept extends RuleSet {
  names: string[]
  dealer: number
  deals: PaperDeal[]
}

const isKept = (up: Partial<Kept> | undefined): up is Kept =>
  typeof up?.preset === 'string' && Array.isArray(up.names) && Array.isArray(up.deals)

export class PaperMatch {
  match: Kept | null = $state.raw(null)
  /** The score sheet as counted by the rules; null until then. */
  sheet: PaperSheet | null = $state.raw(null)

  constructor() {
    const result = load(KEY) as Partial<Kept> | undefined
    if (isKept(result)) this.match = result
  }

  /** The players, as at a table that is watched. */
  get players(): Player[] {
    return playersOf(
      (this.match?.names ?? []).map((name) => ({
        name,
        level: '',
        person: null,
        portrait: 0,
        program: false,
      })),
    )
  }

  /** Count what is kept, as the page opens. */
  count = (): Promise<void> => this.#take(this.match)

  begin = (rules: RuleSet, names: string[], dealer: number): Promise<void> =>
    this.#take({ preset: rules.preset, house: rules.house, names, dealer, deals: [] })

  /** Write a deal: after the others, or in place of that of this index. */
  write = (deal: PaperDeal, at?: number): Promise<void> =>
    this.#change((deals) =>
      at === undefined ? [...deals, deal] : deals.map((one, i) => (i === at ? deal : one)),
    )

  remove = (at: number): Promise<void> => this.#change((deals) => deals.filter((_, i) => i !== at))

  /** Delete the sheet. */
  end(): void {
    this.match = this.sheet = null
    save(KEY, null)
  }

  async #change(changed: (deals: PaperDeal[]) => PaperDeal[]): Promise<void> {
    const { match } = this
    await this.#take(match && { ...match, deals: changed(match.deals) })
  }

  /** Keep the match unless the rules refuse it. */
  async #take(match: Kept | null): Promise<void> {
    if (!match) return
    const { preset, house, dealer, deals } = match
    const sheet: ScoreSheet = { preset, house, dealer, deals }
    this.sheet = await askAnywhere<PaperSheet>(
      () => request('POST', '/api/score-sheet', sheet),
      { of: 'sheet', sheet },
      t('ui.paper.unkept'),
    )
    this.match = match
    save(KEY, match)
  }
}
