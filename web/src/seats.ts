// Which tables have I a seat at? The secret of each seat, kept in the browser.

import type { NewTable, Seated } from './messages'

const KEY = 'rebelote.seats'
const KEPT = 8

/** All seats held, the newest first. */
export function heldSeats(): Seated[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(read) ? (read as Seated[]) : []
  } catch {
    return []
  }
}

export const seatAt = (table: string): Seated | undefined => heldSeats().find((seat) => seat.table === table)
export const keepSeat = (seat: Seated): void => write([seat, ...heldSeats().filter((held) => held.table !== seat.table)])
export const dropSeat = (table: string): void => write(heldSeats().filter((held) => held.table !== table))

function write(seats: Seated[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats.slice(0, KEPT)))
  } catch {
    // Storage may be refused; then the seat lasts as long as the page.
  }
}

/** Ask the server for a new table; throws when there is none to be had. */
export async function newTable(wanted: NewTable): Promise<Seated> {
  const answer = await fetch('/api/tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  if (!answer.ok) throw new Error(`no table: ${answer.status}`)
  return (await answer.json()) as Seated
}
