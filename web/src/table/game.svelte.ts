// One game on the page: joins the pure state to the socket, the clock, sounds and the checks of
// packs.

import type { Action, FromServer, HintPosition, Kind, Rated, Update } from '../net/messages'
import { PROTOCOL, applyDelta } from '../net/deltas'
import type { Link, Listener } from '../net/link'
import { hintHere, hintsHere } from '../offline/hints'
import { isLocal } from '../offline/localIds'
import { LocalLink } from '../offline/localTable'
import { newId } from '../net/ids'
import { ReconnectingSocket, socketAddress } from '../net/socket'
import { hasRelation, me } from '../account/me.svelte'
import { newsArrived } from '../friends/friends.svelte'
import { SPEEDS, settings } from '../settings/settings.svelte'
import { soundsToPlay, play, soundOf, type Sound } from '../settings/sounds'
import { isOffered } from './auction/bidding'
import type { Call } from './auction/calls'
import { paceOf, type Pace } from './pace'
import * as table from './state'
import { requestText } from '../net/api'
import { digest } from '../fairness/packs'
import { saveToTab, loadFromTab } from '../lib/storage'
import { showText } from '../lib/showText'
import { notifyOfTurn } from './talk/turnNotification'
import { storageKey } from '../fairness/commitment'
import * as verification from '../fairness/verification'

/** A command before it has an id. */
type WithoutId<C> = C extends unknown ? Omit<C, 'id'> : never

/** Ids of messages about packs, whose refusal is not shown to the player. */
const quietId = (): string => `p${newId()}`

export class Game {
  state = $state.raw<table.State>(table.START)
  /** The place in the hand of the card just played: its animation starts there. */
  origin: { card: string; box: DOMRect } | null = null
  /** This browser's verdicts on recent packs. */
  verdicts = $state.raw<verification.Verdict[]>([])
  private observations: verification.Observations
  /** The seal whose nonce was revealed, and the seat that has committed, on this connection. */
  private answered = ''
  private committed: number | null = null
  private socket: Link
  /** The last update on this connection, to which the next delta applies. */
  private known: Update | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly wake = () => this.woke()
  /** An answer of the server is overdue. */
  slow = $state(false)

  /** My rating as it was before the end of the match. */
  ratingBefore: Rated | null = null

  /** The seat whose hand a spectator sees. */
  watch = $state<number | null>(null)

  constructor(readonly table: string) {
    this.observations = verification.restored(
      loadFromTab(this.storageKey) as Partial<verification.Observations> | undefined,
    )
    this.verdicts = this.observations.verdicts
    this.socket = this.connect()
    document.addEventListener('visibilitychange', this.wake)
    addEventListener('pageshow', this.wake)
    addEventListener('online', this.wake)
  }

  /** Whether it is played on this device, without a server. */
  get local(): boolean {
    return isLocal(this.table)
  }

  private connect(): Link {
    const listener: Listener = {
      connected: () => this.join(),
      received: (message) => this.received(message),
      disconnected: () => {
        this.queued = null
        this.set(table.disconnected(this.state))
      },
      slow: (overdue) => (this.slow = overdue),
    }
    return this.local
      ? new LocalLink(this.table, listener)
      : new ReconnectingSocket(socketAddress(location, this.table), listener)
  }

  /** Whether the player can act now. */
  get free(): boolean {
    return table.canAct(this.state)
  }

  act(action: Action): void {
    this.command((id, expect) => ({ type: 'act', id, expect, action }))
  }

  /** Make a call out of turn, on the newest version, whatever is still being shown. */
  interject(call: Call): void {
    const { newest, version } = this.state
    if (!table.canSend(this.state) || version === null || !newest) return
    const command: table.Command = { type: 'act', id: newId(), expect: version, action: call }
    const about = JSON.stringify(newest.standing)
    this.interjection = { call, about, id: command.id, refused: null }
    this.set(table.commandSent(this.state, command))
    this.socket.ask(command)
  }

  /** The call out of turn that was sent last, what it was about, and why it came too late. */
  private interjection: {
    call: Call
    about: string
    id: string
    refused: table.Notice | null
  } | null = null

  /** Once the table has moved on: make the call again where it is still open, about the same bid. */
  private interjectAgain(): void {
    const { newest, resyncing } = this.state
    const { call, about, refused } = this.interjection ?? {}
    if (!call || !refused || !newest || resyncing) return
    const same = about === JSON.stringify(newest.standing)
    if (same && isOffered(newest, call)) this.interject(call)
    else this.notice(refused)
    this.interjection = null
  }

  play(card: string, announce: Kind[], belote: boolean, box: DOMRect | null): void {
    this.origin = box && { card, box }
    this.act({ do: 'play', card, announce, belote })
  }

  claim(): void {
    this.command((id, expect) => ({ type: 'claim', id, expect }))
  }

  answerClaim(accept: boolean): void {
    this.command((id, expect) => ({ type: 'answer_claim', id, expect, accept }))
  }

  /** Take back my last call or card, whatever is still being shown of what followed. */
  takeBack(): void {
    const { version } = this.state
    if (!table.canSend(this.state) || version === null) return
    this.set(table.skipAll(this.state))
    const command: table.Command = { type: 'take_back', id: newId(), expect: version }
    this.set(table.commandSent(this.state, command))
    this.socket.ask(command)
  }

  ready(): void {
    this.command((id, expect) => ({ type: 'ready', id, expect }))
  }

  rematch(): void {
    this.command((id, expect) => ({ type: 'rematch', id, expect }))
  }

  /** A command about seats or clocks, which may be sent while steps are still shown. While another
   * command is pending it is sent after that one, unless the connection goes first. */
  arrange(requested: WithoutId<table.SeatCommand>): void {
    this.queued = null
    if (this.state.connection !== 'up') return
    if (this.state.pending) return void (this.queued = requested)
    const command: table.Command = { ...requested, id: newId() }
    this.set(table.commandSent(this.state, command))
    this.socket.ask(command)
  }

  private queued: WithoutId<table.SeatCommand> | null = null

  /** Say a phrase, a reaction, or something in one's own words. */
  say(what: { phrase: string } | { reaction: string } | { text: string }): void {
    this.socket.send({ type: 'say', id: newId(), ...what })
  }

  /** The number of the last chat message that was read in the dialog. */
  private read = $state(0)

  /** Mark the chat as read: its dialog is open, and shows all that was said. */
  chatRead(): void {
    this.read = this.state.chat.at(-1)?.number ?? 0
  }

  /** Words of others that are not read yet, and no longer on show; between deals at once, for the
   * settlement covers the seats. */
  get unread(): boolean {
    const covered = table.isOver(this.state)
    return this.state.chat.some(
      (said) =>
        said.number > this.read &&
        (covered || said.until === 0) &&
        !said.reaction &&
        said.person !== me.now?.id,
    )
  }

  /** The seat whose hand a spectator sees, one deal later; null without one. */
  get watched(): number | null {
    return this.state.tableInfo?.terms.watch === 'seat' ? this.watch : null
  }

  /** Watch the hand of a seat, or the open cards alone. */
  watchSeat(seat: number | null): void {
    this.watch = seat
    this.reconnect()
  }

  /** Sit down, after a reconnect where the name has changed: the server reads it when one joins. */
  sitAs(seat: number, renamed: boolean): void {
    if (!renamed) return this.arrange({ type: 'sit', seat })
    this.onceJoined = () => this.arrange({ type: 'sit', seat })
    this.reconnect()
  }

  private onceJoined: (() => void) | null = null

  /** Join again: under another name, or to watch another seat. */
  private reconnect(): void {
    this.set({ ...table.disconnected({ ...this.state, version: null }), connection: 'joining' })
    this.socket.close()
    this.socket = this.connect()
  }

  /** Ask what a strong player would do. */
  hint(): void {
    if (!this.free || this.state.version === null || this.state.hint === 'asked') return
    const id = newId()
    this.set(table.hintAsked(this.state, id))
    if (this.local) this.askServerForHint(id)
    else void this.askForHint(id)
  }

  /** Ask for a hint; where this device gives it, for the position alone. */
  private async askForHint(id: string): Promise<void> {
    this.positionAsked = (await hintsHere()) ? id : ''
    if (this.positionAsked) this.sendHint(id, { on_device: true })
    else this.askServerForHint(id)
  }

  private askServerForHint(id: string): void {
    this.positionAsked = ''
    this.sendHint(id)
  }

  /** Ask for a hint that is still awaited. */
  private sendHint(id: string, more: { on_device?: true } = {}): void {
    const { hint, hintRequest, version } = this.state
    if (hint !== 'asked' || hintRequest !== id || version === null) return
    this.socket.send({ type: 'hint', id, expect: version, ...more })
  }

  /** The id of a hint whose position was asked for, which an older server cannot read. */
  private positionAsked = ''

  /** Give the hint of a position, or have the server give it. */
  private async giveHint({ id, version, view }: HintPosition): Promise<void> {
    const thought = await hintHere(view, version)
    if (!thought) this.askServerForHint(id)
    else if (id === this.state.hintRequest) this.received({ type: 'hinted', id, version, thought })
  }

  /** Put the hint away; it goes with the next action as well. */
  closeHint(): void {
    this.set(table.hintClosed(this.state))
  }

  /** Ask why the bots played as they did; only once the deal is over. */
  askWhy(): void {
    this.socket.send({ type: 'why', id: newId() })
  }

  skipStep(): void {
    this.set(table.skipStep(this.state, Date.now(), this.pace))
  }

  notice(notice: table.Notice | null): void {
    this.set(table.withNotice(this.state, notice))
  }

  private noteRating({ view, players, you }: Update): void {
    const mine = players[you ?? -1]?.rating
    if (mine && view?.phase !== 'match_over') this.ratingBefore = mine
  }

  private get storageKey(): string {
    return storageKey(this.table)
  }

  /** Observe the pack; reveal the nonce that is due, and commit to the next. */
  private observePack(update: Update): void {
    this.observations = verification.observed(this.observations, update)
    const nonce = verification.nonceToReveal(this.observations)
    const seal = this.observations.awaited?.commitment ?? ''
    if (nonce && this.answered !== seal) {
      this.observations = verification.afterReveal(this.observations, nonce, newId())
      this.answered = seal
      this.committed = update.you
      this.socket.send({
        type: 'reveal',
        id: quietId(),
        nonce,
        digest: digest(this.observations.next),
      })
    } else if (update.you !== null && this.committed !== update.you) {
      this.observations = { ...this.observations, next: this.observations.next || newId() }
      this.committed = update.you
      this.socket.send({ type: 'commit', id: quietId(), digest: digest(this.observations.next) })
    }
    this.verdicts = this.observations.verdicts
    saveToTab(this.storageKey, this.observations)
  }

  /** Return the record of the match, as far as it is over. */
  readRecord(): Promise<string> {
    return this.socket instanceof LocalLink ? this.socket.record() : requestText('GET', this.record)
  }

  /** Show the record of a match on this device, in a tab of its own. */
  async showRecord(): Promise<void> {
    if (!(this.socket instanceof LocalLink)) return
    showText(await this.socket.record())
  }

  /** The address of the match's record. */
  get record(): string {
    return `/api/tables/${this.table}/record`
  }

  close(): void {
    this.socket.close()
    clearTimeout(this.timer)
    document.removeEventListener('visibilitychange', this.wake)
    removeEventListener('pageshow', this.wake)
    removeEventListener('online', this.wake)
  }

  private get pace(): Pace {
    const assisted = this.state.newest?.rules.assisted ?? true
    return paceOf(
      SPEEDS[settings.speed],
      settings.hold ? settings.hold * 1000 : Infinity,
      settings.dealByHand || !assisted,
    )
  }

  private command(make: (id: string, expect: number) => table.Command): void {
    if (!this.free || this.state.version === null) return
    const command = make(newId(), this.state.version)
    this.set(table.commandSent(this.state, command))
    this.socket.ask(command)
  }

  private join(): void {
    this.answered = ''
    this.committed = null
    this.known = null
    this.socket.send({
      type: 'join',
      table: this.table,
      since: this.state.version,
      watch: this.watch,
      protocol: PROTOCOL,
    })
    if (this.state.pending) this.socket.send(this.state.pending)
    if (!this.local) this.socket.send({ type: 'listen' })
  }

  private received(reported: FromServer): void {
    const message = reported.type === 'changed' ? applyDelta(this.known, reported) : reported
    if (!message) return
    if (message.type === 'news') return void newsArrived(message)
    if (message.type === 'hint_position') return void this.giveHint(message)
    if (message.type === 'refused' && message.code === 'malformed' && this.positionAsked)
      if (message.id === this.positionAsked) return this.askServerForHint(message.id)
    if (message.type === 'update') this.known = message
    if (message.type === 'said' && hasRelation(message.person, 'mute')) return
    if (message.type === 'refused' && message.id?.startsWith('p')) return
    if (message.type === 'update') {
      this.observePack(message)
      this.noteRating(message)
    }
    let state = table.receive(this.state, message, Date.now(), this.pace)
    if (this.interjection && message.type === 'refused' && message.id === this.interjection.id) {
      const late = message.code === 'stale'
      this.interjection = late ? { ...this.interjection, refused: state.notice } : null
      state = late ? table.withNotice(state, null) : state
    }
    // On a hidden page, show the newest state at once: the question to the player does not wait.
    this.set(document.visibilityState === 'hidden' ? table.skipAll(state) : state)
    if (message.type === 'update' && this.onceJoined) {
      this.onceJoined()
      this.onceJoined = null
    }
    if (this.state.gap && this.state.version !== null) {
      this.socket.send({ type: 'since', version: this.state.version })
      this.set(table.resyncAsked(this.state))
    }
    if (this.queued && !this.state.pending) this.arrange(this.queued)
    this.interjectAgain()
  }

  private woke(): void {
    if (document.visibilityState === 'hidden') return
    if (this.state.steps.length && Date.now() > this.state.nextAt + 2000)
      this.set(table.skipAll(this.state))
    this.socket.wake()
    if (this.state.connection === 'up' && this.state.version !== null) {
      this.socket.send({ type: 'since', version: this.state.version })
    }
  }

  private set(state: table.State): void {
    this.sound(this.state, state)
    this.state = state
    clearTimeout(this.timer)
    const at = table.wakeAt(state)
    if (at === Infinity) return
    this.timer = setTimeout(
      () => this.set(table.tick(this.state, Date.now(), this.pace)),
      Math.max(0, at - Date.now()),
    )
  }

  /** Play the sounds of new events; those of a resync would come all at once. */
  private sound(before: table.State, now: table.State): void {
    if (myTurn(before) !== myTurn(now)) notifyOfTurn(myTurn(now))
    if (!settings.sounds || before.resyncing || now.connection !== 'up') return
    const last = before.log.at(-1)?.number ?? 0
    const fresh = now.log
      .filter((entry) => entry.number > last)
      .map((entry) => soundOf(entry.event, now.tableInfo?.you ?? -1))
    if (!myTurn(before) && myTurn(now)) fresh.push('turn')
    for (const sound of soundsToPlay(fresh)) this.ring(sound)
  }

  private ring(sound: Sound): void {
    if (sound === 'turn' || document.visibilityState === 'visible') play(sound, settings.volume)
  }
}

const myTurn = (state: table.State): boolean =>
  table.canAct(state) && Boolean(state.scene?.view.legal)
