// A match looked at step by step: what is shown at a place, how good its calls and cards were, and how
// keys, swipes and time lead on.

import { onDestroy } from 'svelte'
import { t } from '../../i18n/language.svelte'
import { watches, type Listening } from '../../i18n/speech'
import type { Replay, Review, Variation } from '../../net/messages'
import { cardMarks, costliest, decisionsOf, momentsOf } from '../../review/review'
import { actedAt, framesOfAll, listening, told, trickFrom, tricksOf, type Place } from './replay'
import { commandOf, focusOf, stepsOf } from './viewerKeys'

/** A card a second; a trick that was won lies a little longer. */
const SECOND = 1000
const WON = 1.6

/** What is known of how good its calls and cards were. */
export interface Judging {
  /** The review of the deal. */
  review?: Review | null
  /** The judged cards of a line that was not played. */
  judged?: Partial<Pick<Variation, 'decisions'>> | undefined
}

export class Playback {
  /** Whether only what was known to the seat that acts lies open. */
  known = $state(false)
  /** The hands that were opened one by one, instead of either. */
  #seats = $state.raw<readonly number[] | null>(null)
  playing = $state(false)
  speed = $state(1)

  readonly deals = $derived.by(() => framesOfAll(this.looked().replay.deals))
  readonly index = $derived.by(
    () => Math.min(Math.max(this.looked().place.deal, 1), this.deals.length) - 1,
  )
  readonly frames = $derived.by(() => this.deals[this.index]!)
  readonly last = $derived.by(() => this.frames.length - 1)
  readonly step = $derived.by(() => Math.min(Math.max(this.looked().place.step, 0), this.last))
  readonly frame = $derived.by(() => this.frames[this.step]!)
  readonly at = $derived.by((): Listening => {
    const { replay } = this.looked()
    return { ...listening(replay, t), from: replay.seat ?? 0 }
  })
  readonly tricks = $derived.by(() => tricksOf(this.frames, this.at.players.length))
  readonly open = $derived.by(() => {
    if (this.#seats) return this.#seats
    if (!this.known) return this.at.players.map((one) => one.seat)
    const seat = actedAt(this.frames, this.step) ?? this.frame.view.to_act
    return seat === null ? [] : [seat]
  })
  readonly reported = $derived.by(() => told(this.frame.events, this.at))
  readonly report = $derived.by(() => this.judging().review?.reviewed?.report ?? null)
  /** Whether no choice is called an error: nobody's first matches are spoken of so. */
  readonly gently = $derived.by(() => !!this.judging().review?.newcomer && !watches(this.at))
  /** The decisions by the step that each led to, and how good each card was. */
  readonly decisions = $derived.by(() => decisionsOf(this.judging().judged ?? this.report))
  readonly marks = $derived.by(() => cardMarks(this.judging().judged ?? this.report, this.gently))
  /** The decision that led here, if there was a choice. */
  readonly decision = $derived.by(() => {
    const made = this.decisions.get(this.step)
    return made && !made.forced ? made : null
  })
  /** The reader's errors, or those of all to who watches; the costliest first. */
  readonly errors = $derived.by(() => {
    if (!this.report) return []
    const all = costliest(momentsOf(this.report, this.at.players.length))
    return watches(this.at) ? all : all.filter((one) => one.decision.seat === this.at.seat)
  })

  #timer: ReturnType<typeof setTimeout> | undefined
  #pressed: { x: number; y: number } | null = null

  /** While a component is set up. `onplace`: somewhere else is looked at; `far`: not just a step away. */
  constructor(
    readonly looked: () => { replay: Replay; place: Place },
    readonly onplace: (place: Place, far: boolean) => void,
    private readonly judging: () => Judging = () => ({}),
  ) {
    $effect(() => this.#run())
    onDestroy(() => clearTimeout(this.#timer))
  }

  #run(): void {
    clearTimeout(this.#timer)
    if (!this.playing) return
    if (this.step === this.last) {
      this.playing = false
      return
    }
    const pause = (SECOND * (this.frame.winner === null ? 1 : WON)) / this.speed
    this.#timer = setTimeout(() => this.#go(this.step + 1), pause)
  }

  #go(to: number, far = false): void {
    this.onplace({ deal: this.index + 1, step: Math.min(Math.max(to, 0), this.last) }, far)
  }

  stepTo = (to: number): void => {
    this.playing = false
    this.#go(to)
  }

  jump = (to: number): void => {
    this.playing = false
    this.#go(to, true)
  }

  /** Show all cards, or what was known. */
  look = (known: boolean): void => {
    this.known = known
    this.#seats = null
  }

  /** Open or hide the hand of a seat. */
  turn = (seat: number): void => {
    const others = this.open.filter((one) => one !== seat)
    this.#seats = others.length < this.open.length ? others : [...others, seat]
  }

  choose = (deal: number): void => {
    this.playing = false
    if (deal >= 1 && deal <= this.deals.length) this.onplace({ deal, step: 0 }, true)
  }

  /** Tell why; where nothing is explained, nothing. */
  explain: () => void = () => undefined

  play = (): void => {
    this.playing = !this.playing
    if (this.playing && this.step === this.last) this.#go(0)
  }

  key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const position = {
      step: this.step,
      last: this.last,
      deal: this.index + 1,
      before: trickFrom(this.frames, this.step, -1),
      after: trickFrom(this.frames, this.step, 1),
    }
    const command = commandOf(event.key, focusOf(event.target as HTMLElement), position)
    if (!command) return
    event.preventDefault()
    if (command.do === 'step') this.stepTo(command.to)
    else if (command.do === 'deal') this.choose(command.to)
    else if (command.do === 'why') this.explain()
    else this.play()
  }

  /** A tap on a button of the table is not one on the felt. */
  press = (event: PointerEvent): void => {
    if (!(event.target as Element).closest('button'))
      this.#pressed = { x: event.clientX, y: event.clientY }
  }

  /** A tap or a swipe does what the keys do. */
  lift = (event: PointerEvent): void => {
    const pressed = this.release()
    if (!pressed) return
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const by = stepsOf(pressed, { x: event.clientX, y: event.clientY }, box)
    if (by) this.stepTo(this.step + by)
  }

  release = (): { x: number; y: number } | null => {
    const pressed = this.#pressed
    this.#pressed = null
    return pressed
  }
}
