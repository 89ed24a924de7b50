// The match with real cards that is being written, kept in this browser with earlier ones; the law
// counts it.

import { t } from '../i18n/language.svelte'
import { request } from '../net/api'
import type { PaperDeal, PaperSheet, Player, ScoreSheet } from '../net/messages'
import { askAnywhere } from '../offline/askAnywhere'
import { playersOf } from '../replay/viewer/replay'
import type { RuleSet } from '../rules/houseRules'
import { dropSheet, keepSheet, keptSheets, type KeptSheet } from './keptSheets'

export class PaperMatch {
  match: KeptSheet | null = $state.raw(null)
  /** The score sheet as counted by the rules; null until then. */
  sheet: PaperSheet | null = $state.raw(null)

  /** The other sheets that are kept. */
  others: KeptSheet[] = $state.raw([])

  /** Open the sheet that was opened last; one of a game of an evening by `openSlip`. */
  constructor(private readonly evening = false) {
    const kept = keptSheets()
    if (!evening) this.match = kept[0] ?? null
    this.#list(kept)
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

  begin = ({ preset, house }: RuleSet, names: string[], dealer: number): Promise<void> =>
    this.#take({ preset, house, names, dealer, deals: [], began: Date.now() })

  /** Open the sheet of a game of an evening, or begin it. */
  openSlip = (slip: string, { preset, house }: RuleSet, names: string[]): Promise<void> => {
    const kept = keptSheets().find((one) => one.slip === slip)
    return this.#take(
      kept ?? { preset, house, names, dealer: 0, deals: [], began: Date.now(), slip },
    )
  }

  /** Open another sheet. */
  open = (sheet: KeptSheet): Promise<void> => this.#take(sheet)

  /** Put the sheet aside, for a new match. */
  put(): void {
    this.match = this.sheet = null
    this.#list(keptSheets())
  }

  /** Write a deal: after the others, or in place of that of this index. */
  write = (deal: PaperDeal, at?: number): Promise<void> =>
    this.#change((deals) =>
      at === undefined ? [...deals, deal] : deals.map((one, i) => (i === at ? deal : one)),
    )

  remove = (at: number): Promise<void> => this.#change((deals) => deals.filter((_, i) => i !== at))

  /** Delete the sheet. */
  end(): void {
    if (this.match) dropSheet(this.match)
    this.put()
  }

  #list(kept: KeptSheet[]): void {
    this.others = this.evening ? [] : kept.filter(({ began }) => began !== this.match?.began)
  }

  async #change(changed: (deals: PaperDeal[]) => PaperDeal[]): Promise<void> {
    const { match } = this
    await this.#take(match && { ...match, deals: changed(match.deals) })
  }

  /** Keep the match unless the rules refuse it. */
  async #take(match: KeptSheet | null): Promise<void> {
    if (!match) return
    const { preset, house, dealer, deals } = match
    const sheet: ScoreSheet = { preset, house, dealer, deals }
    this.sheet = await askAnywhere<PaperSheet>(
      () => request('POST', '/api/score-sheet', sheet),
      { of: 'sheet', sheet },
      t('ui.paper.unkept'),
    )
    this.match = match
    keepSheet(match)
    this.#list(keptSheets())
  }
}
