// How a line of the deal of the day is said.

import type { TrumpText } from '../cards/cards'
import { contractName, type Words } from '../i18n/words'
import type { DailyContract, DailyLine } from '../net/messages'

/** Seats of a deal of the day, as the server numbers them. */
const ME = 0
const PARTNER = 2

/** Who took at what, or bid what, and how it ended. */
export const lineText = (t: Words, line: DailyLine): string =>
  line.contract
    ? `${contractText(t, line)}, ${t.coded(`outcome.${line.outcome}`, line.outcome)}`
    : t('outcome.dead')

/** Who took at what, or bid what. */
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
