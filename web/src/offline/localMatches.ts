// Requests about matches of this device, in the worker: their records and errors come from its
// store, and Python answers. A request for errors reviews one deal at a time.

import { localMatch, matchId, type LocalMatch } from './localIds'
import type { MatchRequest, Taught } from './protocol'
import type { KeptMatch, PracticeError, ReviewedErrors, Store } from './store'

/** Asks Python. */
export type Ask = (request: object) => Taught

/** The errors of a kept match have no deal left to be reviewed. */
const WHOLE = 0
const NO_MATCH: Taught = { refused: 'no-such-match' }

const isSame = (one: LocalMatch, other: LocalMatch): boolean =>
  one.table === other.table && (!other.version || one.version === other.version)

/** Return the kept match of an id, the last of its table where it says no more. */
export function findMatch(matches: readonly KeptMatch[], id: string): KeptMatch | undefined {
  const asked = localMatch(id)
  return asked ? matches.find((one) => isSame(one, asked)) : undefined
}

/** `recordOf`: the record of the match that a table's log ends with. */
export async function askAboutMatch(
  asked: MatchRequest,
  store: Store,
  ask: Ask,
  recordOf: (table: string) => Promise<string>,
): Promise<Taught> {
  const id = 'place' in asked ? asked.place.match : asked.match
  if (asked.of === 'mistakes' && !id) return new Errors(store, ask).due(asked.review)
  const kept = findMatch(await store.matches(), id)
  if (asked.of === 'review' || asked.of === 'opinion') {
    const { match, ...about } = asked
    const record = localMatch(match)?.version ? kept?.record : await recordOf(match)
    return record ? ask({ ...about, record }) : NO_MATCH
  }
  if (!kept) return NO_MATCH
  const { record, proof } = kept
  switch (asked.of) {
    case 'played':
      return ask({ of: 'replay', record, match: matchId(kept), proof })
    case 'varied':
      return ask({ of: 'variation', record, varied: asked.varied })
    case 'position':
      return ask({ of: 'position', record, deal: asked.place.deal, step: asked.place.step })
    case 'mistakes':
      return new Errors(store, ask).ofMatch(kept)
    case 'practised':
      return new Errors(store, ask).practise(kept, asked.place, asked.choice)
  }
}

/** The player's errors in the matches of this device. */
class Errors {
  constructor(
    private readonly store: Store,
    private readonly ask: Ask,
  ) {}

  /** Return those that are due; `review`: where none is, after a deal of the newest match left. */
  async due(review: boolean): Promise<Taught> {
    const listed = await this.listed()
    const { positions } = listed.answer as { positions: unknown[] }
    const next = review && !positions.length ? await this.unreviewed() : undefined
    if (!next) return listed
    const waiting = await this.reviewOne(next)
    return typeof waiting === 'number' ? this.listed('', waiting) : waiting
  }

  /** Return those of a match, once a deal of it has been reviewed. */
  async ofMatch(match: KeptMatch): Promise<Taught> {
    const waiting = await this.reviewOne(match)
    return typeof waiting === 'number' ? this.listed(matchId(match), waiting) : waiting
  }

  async practise(
    { table, version, record }: KeptMatch,
    { deal, step }: PracticeError,
    choice: string,
  ): Promise<Taught> {
    const rows = await this.store.errors()
    const row = rows.find((one) => isSame(one, { table, version }) && one.deal === deal)
    const error = row?.errors.find((one) => one.step === step)
    if (!row || !error) return NO_MATCH
    const result = this.ask({ of: 'practised', record, error, choice, now: now() })
    if (result.refused) return result
    const { answered, kept } = result.answer as { answered: unknown; kept: PracticeError }
    const errors = row.errors.map((one) => (one === error ? kept : one))
    await this.store.keepErrors([{ ...row, errors }])
    return { answer: answered }
  }

  private async listed(match = '', waiting = 0): Promise<Taught> {
    const [rows, matches] = await Promise.all([this.store.errors(), this.store.matches()])
    const kept = newestFirst(rows, matches).reverse()
    const errors = kept.flatMap((row) => row.errors)
    const deals = kept
      .filter(({ deal }) => deal !== WHOLE)
      .map(({ table, version, deal }) => [table, version, deal])
    return this.ask({ of: 'mistakes', errors, now: now(), match, waiting, deals })
  }

  private async unreviewed(): Promise<KeptMatch | undefined> {
    const rows = await this.store.errors()
    const whole = rows.filter(({ deal }) => deal === WHOLE)
    return (await this.store.matches()).find((one) => !whole.some((row) => isSame(row, one)))
  }

  /** Review a deal of a match; how many are left then, or why it cannot be done. */
  private async reviewOne(match: KeptMatch): Promise<number | Taught> {
    const { table, version, preset, record, proof } = match
    const rows = await this.store.errors()
    const there = rows.filter((row) => isSame(row, match)).map(({ deal }) => deal)
    if (there.includes(WHOLE)) return 0
    const numbers = this.ask({ of: 'deals', record })
    const missing = ((numbers.answer ?? []) as number[]).filter((deal) => !there.includes(deal))
    const reviewed: ReviewedErrors[] = []
    const [deal] = missing
    if (deal !== undefined) {
      const found = this.ask({ of: 'errors', table_id: table, version, preset, proof, deal })
      if (found.refused === 'needs-network') return found
      reviewed.push({ table, version, deal, errors: (found.answer ?? []) as PracticeError[] })
    }
    if (missing.length <= 1) reviewed.push({ table, version, deal: WHOLE, errors: [] })
    await this.store.keepErrors(reviewed, newestFirst(rows, await this.store.matches()))
    return Math.max(missing.length - 1, 0)
  }
}

/** Return the reviewed deals of matches that are kept, the newest first. */
function newestFirst(rows: ReviewedErrors[], matches: readonly KeptMatch[]): ReviewedErrors[] {
  const place = (row: ReviewedErrors) => matches.findIndex((one) => isSame(one, row))
  return rows
    .filter((row) => place(row) >= 0)
    .sort((one, other) => place(one) - place(other) || other.deal - one.deal)
}

const now = (): number => Date.now() / 1000
