// The question of a position: the taker and the contract, and the purpose of the card or the call.

import { isPaired, sideOf } from '../../cards/cards'
import { nameOf, question, type Listening } from '../../i18n/speech'
import { contractName } from '../../i18n/gameWords'
import { capital } from '../../i18n/words'
import type { View } from '../../net/messages'

/** Name the taker and the contract; empty during the auction. */
export function situation({ contract }: View, at: Listening): string {
  if (!contract) return ''
  const taker = contract.attacker
  const players = at.players.length
  const ours = isPaired(players) && sideOf(taker, players) === sideOf(at.seat, players)
  return at.words('puzzle.contract', {
    who: taker === at.seat ? 'you' : ours ? 'partner' : 'other',
    name: capital(nameOf(at, taker)),
    contract: contractName(at.words, contract),
  })
}

/** Return the question itself; `turns`: the contract depends on the answer. */
export function task(view: View, at: Listening, turns: boolean): string {
  const { contract, trick } = view
  if (!contract) return question(view, at)
  const players = at.players.length
  const attacks = sideOf(contract.attacker, players) === sideOf(at.seat, players)
  if (turns) return at.words(attacks ? 'puzzle.ask.save' : 'puzzle.ask.defeat')
  return at.words(trick.cards.length ? 'puzzle.ask.follow' : 'puzzle.ask.lead')
}
