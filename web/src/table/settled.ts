// What became of a deal, in the words of its players. Pure.

import type { Contract, View } from '../net/messages'
import { sideOf } from '../cards/cards'
import { alone, gaveUp, nameOf, sideName, sidesOf, watches, type Listening } from '../i18n/speech'
import { capital, trumpName, valueName, type Key } from '../i18n/words'

/** Whether it went well for who reads; `even` where nobody gained more, or who reads only watches. */
export type Tone = 'good' | 'bad' | 'even'
/** What is stamped on the result of a deal. */
export type Stamp = 'made' | 'failed' | 'tie' | 'sweep'

const VERDICTS = ['made', 'failed', 'tie', 'bid-made', 'bid-failed']
const COUNTED = ['made', 'failed', 'tie'] as const

/** Whether the contract was played, and made or not. */
function playedOut({ settlement, contract }: View): (typeof COUNTED)[number] | null {
  return (contract && COUNTED.find((one) => one === settlement?.outcome)) ?? null
}

/** The points of who took, as they count for the contract. */
export function pointsTaken({ settlement, contract, rules }: View): number | null {
  if (!settlement || !contract) return null
  const attack = sideOf(contract.attacker, rules.players)
  const own = settlement.lines.filter((line) => line.side === attack)
  const verdict = own.find((line) => VERDICTS.includes(line.code))
  return (verdict ?? own.find((line) => line.code === 'total'))?.points ?? null
}

/** The whole deal in one line: "You bid 120 and made 142". */
export function resultLine(view: View, at: Listening): string {
  const { words } = at
  const { contract, settlement } = view
  const outcome = playedOut(view)
  if (!contract || !outcome) return words(`result.${outsidePlay(settlement?.outcome)}`)
  const key = `settled.${kindOf(contract)}`
  const made =
    typeof contract.value === 'string' ? `.${outcome === 'made' ? 'made' : 'failed'}` : ''
  const own = contract.attacker === at.seat ? '.you' : ''
  return words(`${key}${made}${own}` as Key, {
    name: capital(nameOf(at, contract.attacker)),
    bid:
      contract.value === null ? trumpName(words, contract.trump) : valueName(words, contract.value),
    points: pointsTaken(view) ?? 0,
  })
}

const kindOf = ({ value }: Contract): 'took' | 'bid' | 'every' =>
  value === null ? 'took' : typeof value === 'number' ? 'bid' : 'every'

const outsidePlay = (outcome: string | undefined): 'dead' | 'false_play' | 'misdeal' | 'eight' =>
  outcome === 'false_play' || outcome === 'misdeal' || outcome === 'eight' ? outcome : 'dead'

/** What is stamped on it: that the contract was made or fell, and that one side had every trick. */
export function stampsOf(view: View): Stamp[] {
  const outcome = playedOut(view)
  if (!outcome) return []
  const swept = (view.sheet.at(-1)?.swept_by ?? null) !== null
  return swept ? (outcome === 'made' ? ['sweep'] : [outcome, 'sweep']) : [outcome]
}

/** How it went for who reads, by what each side wrote. */
export function toneOf(view: View, at: Listening): Tone {
  if (watches(at)) return 'even'
  const [mine = 0, ...others] = sidesOf(at).map(({ side }) => view.settlement?.marks[side] ?? 0)
  const best = Math.max(...others)
  return mine > best ? 'good' : mine < best ? 'bad' : 'even'
}

/** How the match ended, as it is told to others: "2157 – 1031", my side first. */
export const finalScore = ({ scores }: View, at: Listening): string =>
  sidesOf(at)
    .map(({ side }) => scores[side] ?? 0)
    .join(' – ')

/** What the match ended with: its last deal, or that a side gave it up. */
export const lastLine = (view: View, at: Listening): string =>
  view.given_up === null
    ? `${at.words('end.last')}${at.words('ui.colon')}${resultLine(view, at)}`
    : gaveUp(view.given_up, at)

/** Who has won the match, said to who reads. */
export function ending({ winner, sheet }: View, at: Listening): string {
  const { words } = at
  if (winner === null) return words(sheet.at(-1)?.drawn ? 'ui.match.draw' : 'ui.match.called_off')
  const mine = winner === sidesOf(at)[0]?.side
  const reported = watches(at) || (alone(at) && !mine)
  return reported
    ? words('ui.match.won.one', { name: capital(sideName(at, winner)) })
    : words(mine ? 'ui.match.won' : 'ui.match.lost')
}
