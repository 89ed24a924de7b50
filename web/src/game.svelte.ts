// Who joins the pure state, the socket and the clock? One game that a page shows.

import type { Action, FromServer, Kind, Seated } from './messages'
import { Link, linkAddress, newId } from './link'
import { SPEEDS, settings } from './settings.svelte'
import * as table from './state'

export class Game {
  state = $state.raw<table.State>(table.START)
  /** Where the card just played left the hand, for its flight to the table. */
  origin: { card: string; box: DOMRect } | null = null
  private readonly link: Link
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly wake = () => this.woken()

  constructor(private readonly seat: Seated) {
    this.link = new Link(linkAddress(location), {
      opened: () => this.join(),
      heard: (message) => this.heard(message),
      dropped: () => this.set(table.lineDown(this.state)),
    })
    document.addEventListener('visibilitychange', this.wake)
    addEventListener('pageshow', this.wake)
    addEventListener('online', this.wake)
  }

  /** Whether something may be done now. */
  get free(): boolean {
    return table.isFree(this.state)
  }

  act(action: Action): void {
    this.wish((id, expect) => ({ type: 'act', id, expect, action }))
  }

  play(card: string, announce: Kind[], belote: boolean, box: DOMRect | null): void {
    this.origin = box && { card, box }
    this.act({ do: 'play', card, announce, belote })
  }

  ready(): void {
    this.wish((id, expect) => ({ type: 'ready', id, expect }))
  }

  rematch(): void {
    this.wish((id, expect) => ({ type: 'rematch', id, expect }))
  }

  /** Ask what a strong player would do. */
  hint(): void {
    if (!this.free || this.state.version === null) return
    this.set(table.hinting(this.state))
    this.link.send({ type: 'hint', id: newId(), expect: this.state.version })
  }

  hurry(): void {
    this.set(table.hurried(this.state, Date.now(), this.pace))
  }

  notice(notice: table.Notice | null): void {
    this.set(table.noticed(this.state, notice))
  }

  /** Where the record of the match can be fetched. */
  get record(): string {
    return `/api/tables/${this.seat.table}/record?token=${this.seat.token}`
  }

  close(): void {
    this.link.close()
    clearTimeout(this.timer)
    document.removeEventListener('visibilitychange', this.wake)
    removeEventListener('pageshow', this.wake)
    removeEventListener('online', this.wake)
  }

  private get pace(): table.Pace {
    return table.paceOf(SPEEDS[settings.speed], settings.hold ? settings.hold * 1000 : Infinity)
  }

  private wish(make: (id: string, expect: number) => table.Wish): void {
    if (!this.free || this.state.version === null) return
    const wish = make(newId(), this.state.version)
    this.set(table.wished(this.state, wish))
    this.link.send(wish)
  }

  private join(): void {
    const { table: name, token } = this.seat
    this.link.send({ type: 'join', table: name, token, since: this.state.version })
    if (this.state.wish) this.link.send(this.state.wish)
  }

  private heard(message: FromServer): void {
    this.set(table.receive(this.state, message, Date.now(), this.pace))
    if (this.state.gap && this.state.version !== null) {
      this.link.send({ type: 'since', version: this.state.version })
      this.set(table.asked(this.state))
    }
  }

  private woken(): void {
    if (document.visibilityState === 'hidden') return
    if (this.state.steps.length && Date.now() > this.state.due + 2000) this.set(table.caughtUp(this.state))
    this.link.wake()
    if (this.state.line === 'up' && this.state.version !== null) {
      this.link.send({ type: 'since', version: this.state.version })
    }
  }

  private set(state: table.State): void {
    this.state = state
    clearTimeout(this.timer)
    const at = table.wakeAt(state)
    if (at === Infinity) return
    this.timer = setTimeout(() => this.set(table.tick(this.state, Date.now(), this.pace)), Math.max(0, at - Date.now()))
  }
}
