// The result of a deal, in the words of its players. Pure.

import type { Contract, View } from '../../net/messages'
import { sideOf } from '../../cards/cards'
import {
  alone,
  gaveUp,
  markOfSide,
  nameOf,
  sideMark,
  sideName,
  sidesOf,
  watches,
  type Listening,
  type SideMark,
} from '../../i18n/speech'
import { trumpName, valueName } from '../../i18n/gameWords'
import { capital, type Key } from '../../i18n/words'

/** A stamp on the result of a deal. */
export type Stamp = 'made' | 'failed' | 'tie' | 'sweep'

const VERDICTS = ['made', 'failed', 'tie', 'bid-made', 'bid-failed']
const COUNTED = ['made', 'failed', 'tie'] as const

/** Whether the contract was played, and made or not. */
function playedOut({ settlement, contract }: View): (typeof COUNTED)[number] | null {
  return (contract && COUNTED.find((one) => one === settlement?.outcome)) ?? null
}

/** Return the taker's points, as they count for the contract. */
export function pointsTaken({ settlement, contract, rules }: View): number | null {
  if (!settlement || !contract) return null
  const attack = sideOf(contract.attacker, rules.players)
  const own = settlement.lines.filter((line) => line.side === attack)
  const verdict = own.find((line) => VERDICTS.includes(line.code))
  return (verdict ?? own.find((line) => line.code === 'total'))?.points ?? null
}

/** Describe the whole deal in one line: "You bid 120 and made 142", "You took hearts and made 129,
 * rounded to 130". */
export function resultLine(view: View, at: Listening): string {
  const { words } = at
  const { contract, settlement } = view
  const outcome = playedOut(view)
  if (!contract || !outcome) return words(`result.${outsidePlay(settlement?.outcome)}`)
  const key = `settled.${kindOf(contract)}`
  const made =
    typeof contract.value === 'string' ? `.${outcome === 'made' ? 'made' : 'failed'}` : ''
  const own = contract.attacker === at.seat ? '.you' : ''
  const points = pointsTaken(view) ?? 0
  const marks = roundedPoints(view, points)
  const line = words(`${key}${made}${own}` as Key, {
    name: capital(nameOf(at, contract.attacker)),
    bid:
      contract.value === null ? trumpName(words, contract.trump) : valueName(words, contract.value),
    points,
  })
  return marks === null ? line : words('settled.rounded', { line, marks })
}

const kindOf = ({ value }: Contract): 'took' | 'bid' | 'every' =>
  value === null ? 'took' : typeof value === 'number' ? 'bid' : 'every'

const outsidePlay = (outcome: string | undefined): 'dead' | 'false_play' | 'misdeal' | 'eight' =>
  outcome === 'false_play' || outcome === 'misdeal' || outcome === 'eight' ? outcome : 'dead'

/** Return the stamps of a deal: for a contract made or failed, and for a side with all tricks. */
export function stampsOf(view: View): Stamp[] {
  const outcome = playedOut(view)
  if (!outcome) return []
  const swept = (view.sheet.at(-1)?.swept_by ?? null) !== null
  return swept ? (outcome === 'made' ? ['sweep'] : [outcome, 'sweep']) : [outcome]
}

/** Return the side that a stamp speaks of, as it is coloured: that with every trick, or the taker's. */
export function sideStamped(stamp: Stamp, { contract, sheet }: View, at: Listening): SideMark {
  const swept = sheet.at(-1)?.swept_by ?? null
  if (stamp === 'tie') return ''
  if (stamp === 'sweep' && swept !== null) return markOfSide(at, swept)
  return contract ? sideMark(at, contract.attacker) : ''
}

/** Return the rounded points of a contract; null where they were not rounded, or are written in
 * tens. */
function roundedPoints({ settlement, contract, rules }: View, points: number): number | null {
  if (!contract || contract.value !== null || settlement?.outcome !== 'made') return null
  const attack = sideOf(contract.attacker, rules.players)
  const line = settlement.lines.find(({ code, side }) => code === 'rounded' && side === attack)
  return line && Math.abs(line.points - points) < 10 ? line.points : null
}

/** Return the final score as a text to share: "2157 – 1031", my side first. */
export const finalScore = ({ scores }: View, at: Listening): string =>
  sidesOf(at)
    .map(({ side }) => scores[side] ?? 0)
    .join(' – ')

/** Describe the end of the match: its last deal, or that a side gave it up. */
export const lastLine = (view: View, at: Listening): string =>
  view.given_up === null
    ? `${at.words('end.last')}${at.words('ui.colon')}${resultLine(view, at)}`
    : gaveUp(view.given_up, at)

/** Name the winner of the match to the reader. */
export function ending({ winner, sheet }: View, at: Listening): string {
  const { words } = at
  if (winner === null) return words(sheet.at(-1)?.drawn ? 'ui.match.draw' : 'ui.match.called_off')
  const mine = winner === sidesOf(at)[0]?.side
  const reported = watches(at) || (alone(at) && !mine)
  return reported
    ? words('ui.match.won.one', { name: capital(sideName(at, winner)) })
    : words(mine ? 'ui.match.won' : 'ui.match.lost')
}
