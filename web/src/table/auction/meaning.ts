// The meaning of a call by the convention of the table: asked of the server, or of this device.

import { t } from '../../i18n/language.svelte'
import { trumpName } from '../../i18n/gameWords'
import { type Words } from '../../i18n/words'
import { post } from '../../net/api'
import type { AskedAuction, CallShown, View } from '../../net/messages'
import { askAnywhere } from '../../offline/askAnywhere'
import type { TrumpText } from '../../cards/cards'
import type { Call } from './calls'

/** The part of a deal that everybody has heard: no hand is among it. */
export type Heard = Pick<View, 'rules' | 'dealer' | 'turned' | 'calls' | 'scores'>

/** Return the auction up to a call, counted from 0, as it is asked about. */
export const upTo = (heard: Heard, number: number): AskedAuction => ({
  preset: heard.rules.preset,
  differs: heard.rules.differs ?? {},
  dealer: heard.dealer,
  turned: heard.turned ?? '',
  calls: heard.calls.slice(0, number + 1).map((call) => ({ ...call })),
  scores: heard.scores,
})

/** Return the auction with a call that the seat to speak could make. */
export const withCall = (heard: Heard, call: Call): AskedAuction => ({
  ...upTo(heard, heard.calls.length),
  call,
})

/** Answers that are kept; the oldest goes first. */
const KEPT = 100
const answers = new Map<string, Promise<CallShown>>()

/** Fetch what the last call of an auction shows. */
export function explain(auction: AskedAuction): Promise<CallShown> {
  const key = JSON.stringify(auction)
  const kept = answers.get(key)
  if (kept) return kept
  const asked = askAnywhere<CallShown>(
    () => post('/api/auctions/shown', auction),
    { of: 'shown', auction },
    t('ui.offline.unkept'),
  )
  answers.set(key, asked)
  asked.catch(() => answers.delete(key))
  const oldest = answers.size > KEPT ? answers.keys().next().value : undefined
  if (oldest !== undefined) answers.delete(oldest)
  return asked
}

/** Say what a call shows. */
export function meaningText(words: Words, { code, values = {} }: CallShown): string {
  const { trump, least = 0, usual = 0 } = values
  const named = trump ? { ...values, trump: trumpName(words, trump as TrumpText) } : values
  const said = words(`call.shows.${code}`, named)
  return usual > least ? `${said} ${words('call.shows.usual', named)}` : said
}
