// The tournament whose page is open, on the line on which news come: with a notice of each change.

import type { FromClient } from '../../net/messages'

type Send = (message: FromClient) => void

let send: Send | null = null
let page: { tournament: string; changed: () => void } | null = null
/** Whether the server has answered on this line that it sends notices of that tournament. */
let notified = false

const ask = () => send?.({ type: 'follow', event: page?.tournament ?? '' })

/** Follow on a line that stands now. */
export function lineOpened(by: Send): void {
  send = by
  notified = false
  if (page) ask()
}

/** Stop sending until the line stands again. */
export function lineLost(): void {
  send = null
  notified = false
}

/** Note a change of a tournament. */
export function tournamentChanged(tournament: string): void {
  if (tournament !== page?.tournament) return
  notified = true
  page.changed()
}

/** Whether notices come, so that nothing need be asked again and again. */
export const isNotified = (): boolean => notified

/** Call `changed` whenever a tournament has changed; the function that ends it. */
export function followed(tournament: string, changed: () => void): () => void {
  const own = { tournament, changed }
  page = own
  notified = false
  ask()
  return () => {
    if (page !== own) return
    page = null
    notified = false
    ask()
  }
}
