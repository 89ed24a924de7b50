// Who joins the pure state, the socket and the clock? One game that a page shows.

import type { Action, FromServer, Kind, Update } from '../net/messages'
import { PROTOCOL, whole } from '../net/deltas'
import { Link, linkAddress, newId } from '../net/socket'
import { isKnown } from '../account/me.svelte'
import { SPEEDS, settings } from '../settings/settings.svelte'
import { play, soundOf, type Sound } from '../settings/sounds'
import * as table from './state'
import { digest } from '../fairness/packs'
import { keepInTab, keptInTab } from '../lib/storage'
import * as witness from '../fairness/verification'

/** Something to be arranged at the table, before it has an id. */
type Unnamed<Wish> = Wish extends unknown ? Omit<Wish, 'id'> : never

/** Messages about packs, whose refusal is no business of the player's. */
const quietId = (): string => `p${newId()}`

export class Game {
  state = $state.raw<table.State>(table.START)
  /** Where the card just played left the hand, for its flight to the table. */
  origin: { card: string; box: DOMRect } | null = null
  /** What this browser found out about the packs of late. */
  verdicts = $state.raw<witness.Verdict[]>([])
  private witness: witness.Witness
  /** The seal whose nonce was revealed, and the seat that has committed, on this line. */
  private answered = ''
  private committed: number | null = null
  private link: Link
  /** The last update on this line: the next is told by what is different. */
  private known: Update | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly wake = () => this.woken()

  /** The seat that is looked over the shoulder of. */
  watch = $state<number | null>(null)

  constructor(readonly table: string) {
    this.witness = witness.taken(keptInTab(this.shelf) as Partial<witness.Witness> | undefined)
    this.verdicts = this.witness.verdicts
    this.link = this.connect()
    document.addEventListener('visibilitychange', this.wake)
    addEventListener('pageshow', this.wake)
    addEventListener('online', this.wake)
  }

  private connect(): Link {
    return new Link(linkAddress(location), {
      opened: () => this.join(),
      heard: (message) => this.heard(message),
      dropped: () => this.set(table.lineDown(this.state)),
    })
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

  /** Something about seats and clocks. */
  arrange(wanted: Unnamed<table.Arranging>): void {
    if (!table.mayAsk(this.state)) return
    const wish: table.Wish = { ...wanted, id: newId() }
    this.set(table.wished(this.state, wish))
    this.link.send(wish)
  }

  /** Say a phrase, a reaction, or something in one's own words. */
  say(what: { phrase: string } | { reaction: string } | { text: string }): void {
    this.link.send({ type: 'say', id: newId(), ...what })
  }

  /** Look over the shoulder of a seat, or of none. */
  watchSeat(seat: number | null): void {
    this.watch = seat
    this.reconnect()
  }

  /** Sit down once the server knows what one is called from now on. */
  sitAs(seat: number, renamed: boolean): void {
    if (!renamed) return this.arrange({ type: 'sit', seat })
    this.onceThere = () => this.arrange({ type: 'sit', seat })
    this.reconnect()
  }

  private onceThere: (() => void) | null = null

  /** Come to the table anew: as somebody else, or to see it from elsewhere. */
  private reconnect(): void {
    this.set({ ...table.lineDown({ ...this.state, version: null }), line: 'joining' })
    this.link.close()
    this.link = this.connect()
  }

  /** Ask what a strong player would do. */
  hint(): void {
    if (!this.free || this.state.version === null || this.state.hint === 'asked') return
    const id = newId()
    this.set(table.hinting(this.state, id))
    this.link.send({ type: 'hint', id, expect: this.state.version })
  }

  hurry(): void {
    this.set(table.hurried(this.state, Date.now(), this.pace))
  }

  notice(notice: table.Notice | null): void {
    this.set(table.noticed(this.state, notice))
  }

  private get shelf(): string {
    return witness.shelf(this.table)
  }

  /** Take note of what is told of packs; reveal what is owed, commit to the next. */
  private watchThePack(update: Update): void {
    this.witness = witness.heard(this.witness, update)
    const nonce = witness.owed(this.witness)
    const seal = this.witness.awaited?.commitment ?? ''
    if (nonce && this.answered !== seal) {
      this.witness = witness.revealed(this.witness, nonce, newId())
      this.answered = seal
      this.committed = update.you
      this.link.send({ type: 'reveal', id: quietId(), nonce, digest: digest(this.witness.next) })
    } else if (update.you !== null && this.committed !== update.you) {
      this.witness = { ...this.witness, next: this.witness.next || newId() }
      this.committed = update.you
      this.link.send({ type: 'commit', id: quietId(), digest: digest(this.witness.next) })
    }
    this.verdicts = this.witness.verdicts
    keepInTab(this.shelf, this.witness)
  }

  /** Where the record of the match can be fetched. */
  get record(): string {
    return `/api/tables/${this.table}/record`
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
    this.answered = ''
    this.committed = null
    this.known = null
    this.link.send({ type: 'join', table: this.table, since: this.state.version, watch: this.watch, protocol: PROTOCOL })
    if (this.state.wish) this.link.send(this.state.wish)
  }

  private heard(told: FromServer): void {
    const message = told.type === 'changed' ? whole(this.known, told) : told
    if (!message) return
    if (message.type === 'update') this.known = message
    if (message.type === 'said' && isKnown(message.person, 'mute')) return
    if (message.type === 'refused' && message.id?.startsWith('p')) return
    if (message.type === 'update') this.watchThePack(message)
    this.set(table.receive(this.state, message, Date.now(), this.pace))
    if (message.type === 'update' && this.onceThere) {
      this.onceThere()
      this.onceThere = null
    }
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
    this.sound(this.state, state)
    this.state = state
    clearTimeout(this.timer)
    const at = table.wakeAt(state)
    if (at === Infinity) return
    this.timer = setTimeout(() => this.set(table.tick(this.state, Date.now(), this.pace)), Math.max(0, at - Date.now()))
  }

  /** What is shown now and was not a moment ago is heard; what was caught up with is not. */
  private sound(before: table.State, now: table.State): void {
    if (!settings.sounds || before.catching || now.line !== 'up') return
    const last = before.log.at(-1)?.number ?? 0
    const fresh = now.log.filter((entry) => entry.number > last).map((entry) => soundOf(entry.event))
    if (!myTurn(before) && myTurn(now)) fresh.push('turn')
    for (const sound of new Set(fresh.slice(-4))) if (sound) this.ring(sound)
  }

  private ring(sound: Sound): void {
    if (document.visibilityState === 'visible') play(sound, settings.volume)
  }
}

const myTurn = (state: table.State): boolean => table.isFree(state) && Boolean(state.scene?.view.legal)
