// The deal of the day in words: the contract and the outcome of a line.

import type { TrumpText } from '../cards/cards'
import { contractName } from '../i18n/gameWords'
import { capital, type Words } from '../i18n/words'
import type { DailyBots, DailyContract, DailyLine } from '../net/messages'

/** Seats of a deal of the day, as the server numbers them. */
const ME = 0
const PARTNER = 2

/** Describe the taker, the contract or bid, and the outcome. */
export const lineText = (t: Words, line: DailyLine): string =>
  line.contract
    ? `${contractText(t, line)}${t('ui.comma')}${t.coded(`outcome.${line.outcome}`, line.outcome)}`
    : t('outcome.dead')

/** Describe the taker, and the contract or bid. */
export function contractText(
  t: Words,
  line: Pick<DailyContract, 'contract' | 'took' | 'value' | 'stake' | 'taker'>,
): string {
  const { contract, value, stake } = line
  if (!contract) return t('outcome.dead')
  const who = takers(line)
  if (value === null) return t(`ui.daily.${who}`, { suit: t.coded(`suit.${contract}`, contract) })
  const bid = contractName(t, { trump: contract as TrumpText, value, stake })
  return t(`ui.daily.${who}.bid`, { contract: bid })
}

/** Results of earlier releases tell the side alone. */
function takers({ took, taker }: Pick<DailyContract, 'took' | 'taker'>) {
  if (!took) return 'they'
  if (taker === ME) return 'you'
  return taker === PARTNER ? 'partner' : 'we'
}

/** Return the marks ahead. */
const leadOf = ({ marks, others }: DailyLine): number => marks - others

export interface Bar {
  name: string
  lead: number
  mine: boolean
}

/** Return the player's result among those of the bots, weakest first, and with all cards open. */
export const barsOf = (t: Words, lead: number, { levels, perfect }: DailyBots): Bar[] => [
  { name: capital(t('seat.you')), lead, mine: true },
  ...levels.map(({ level, line }) => ({
    name: t.coded(`level.${level}`, level),
    lead: leadOf(line),
    mine: false,
  })),
  { name: t('ui.daily.perfect'), lead: perfect, mine: false },
]

/** Compare the player with the bots in a sentence: with the best of them, where it did better. */
export function besideBots(t: Words, lead: number, { levels }: DailyBots): string {
  const [best] = [...levels].sort((a, b) => leadOf(b.line) - leadOf(a.line))
  if (!best || leadOf(best.line) <= lead) return t('ui.daily.bots.all')
  return t('ui.daily.bots.more', {
    level: t.coded(`level.${best.level}`, best.level),
    marks: leadOf(best.line) - lead,
  })
}

/** So many had a result from one to another; oneself among them. */
export interface Bin {
  from: number
  to: number
  times: number
  mine: boolean
}
const MOST_BINS = 8

/** Group the field by result, the best first; results near each other together, where there are
 * many. */
export function binsOf(field: readonly DailyContract[]): Bin[] {
  const results = new Map<number, Bin>()
  for (const one of field.flatMap(({ openings }) => openings.flatMap(({ lines }) => lines))) {
    const lead = leadOf(one.line)
    const bin = results.get(lead) ?? { from: lead, to: lead, times: 0, mine: false }
    results.set(lead, { ...bin, times: bin.times + one.times, mine: bin.mine || one.mine })
  }
  const bins = [...results.values()].sort((a, b) => b.from - a.from)
  const each = Math.ceil(bins.length / MOST_BINS)
  return Array.from({ length: Math.ceil(bins.length / each) }, (_, i) => {
    const some = bins.slice(i * each, (i + 1) * each)
    return {
      from: some.at(-1)!.from,
      to: some[0]!.to,
      times: some.reduce((sum, { times }) => sum + times, 0),
      mine: some.some(({ mine }) => mine),
    }
  })
}
