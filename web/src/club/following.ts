// The evening whose page is open, on the line on which news come: with a notice of each change.

import type { FromClient } from '../net/messages'

type Send = (message: FromClient) => void

let send: Send | null = null
let page: { event: string; changed: () => void } | null = null
/** Whether the server has answered on this line that it sends notices of that evening. */
let notified = false

const ask = () => send?.({ type: 'follow', event: page?.event ?? '' })

/** The line stands: what is followed is followed on it. */
export function lineOpened(by: Send): void {
  send = by
  notified = false
  if (page) ask()
}

/** It is gone, until it stands again. */
export function lineLost(): void {
  send = null
  notified = false
}

/** A notice has come. */
export function eveningChanged(event: string): void {
  if (event !== page?.event) return
  notified = true
  page.changed()
}

/** Whether notices come, so that nothing need be asked again and again. */
export const isNotified = (): boolean => notified

/** Call `changed` whenever an evening has changed; the function that ends it. */
export function followed(event: string, changed: () => void): () => void {
  const own = { event, changed }
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
