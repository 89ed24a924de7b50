/** A match step by step: what `rebelote replay FILE --steps` writes, and `/api/matches/ID` answers. */
export interface Replay {
  readonly match: string
  readonly players: readonly { readonly name: string }[]
  readonly deals: readonly { readonly number: number; readonly steps: readonly unknown[] }[]
}

/** A place in a match: its deal from 1 on, and how many steps of it have been made. */
export interface Place {
  readonly deal: number
  readonly step: number
}

/** `<rebelote-replay>`; its attributes are `src`, `deal`, `step`, `lang`, `felt` and `solver`. */
export class RebeloteReplay extends HTMLElement {
  /** The replay to show if there is no `src`. */
  replay: Replay | null
  addEventListener(
    type: 'rebelote-step' | 'step',
    listener: (event: CustomEvent<Place>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'rebelote-replay': RebeloteReplay
  }
}
