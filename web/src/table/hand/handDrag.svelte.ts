// A card under the finger: along the hand it changes its place, out of the hand it is played.

interface Drag {
  card: string
  x: number
  y: number
  /** Whether it was moved along the hand. */
  moved: boolean
  /** Pixels by which it is held up, and aside. */
  up: number
  aside: number
}

/** Pixels from which a card is held up, and from which it is let go on the table. */
const HELD = 18
const PLAYED = 70

interface Hand {
  /** The distance between the cards in pixels. */
  pitch: () => number
  /** Whether the card may be played now. */
  playable: (card: string) => boolean
  shift: (card: string, by: number) => void
  play: (card: string) => void
}

export class HandDrag {
  private drag = $state.raw<Drag | null>(null)
  /** The click that follows a drag plays nothing. */
  private wasDragged = false

  constructor(private readonly hand: Hand) {}

  /** The card that is being moved or held up. */
  get card(): string {
    return this.drag && (this.drag.moved || this.drag.up) ? this.drag.card : ''
  }

  /** Return the place of the card under the finger as a translation; undefined for the others. */
  offset(card: string): string | undefined {
    const { drag } = this
    return drag?.card === card && drag.up ? `${drag.aside}px ${-drag.up}px` : undefined
  }

  press(event: PointerEvent, card: string): void {
    this.wasDragged = false
    this.drag = { card, x: event.clientX, y: event.clientY, moved: false, up: 0, aside: 0 }
  }

  pull(event: PointerEvent): void {
    const { drag } = this
    if (!drag) return
    const aside = event.clientX - drag.x
    const up = drag.y - event.clientY
    if (up > HELD && !drag.moved && this.hand.playable(drag.card)) {
      this.drag = { ...drag, up, aside }
      return
    }
    const by = Math.trunc(aside / this.hand.pitch())
    if (drag.up) this.drag = { ...drag, up: 0, aside: 0 }
    else if (by) {
      this.hand.shift(drag.card, by)
      this.drag = { ...drag, x: drag.x + by * this.hand.pitch(), moved: true }
    }
  }

  /** Let go: out of the hand the card is played. */
  drop(): void {
    const { drag } = this
    this.wasDragged = Boolean(drag?.moved || drag?.up)
    if (drag && drag.up > PLAYED) this.hand.play(drag.card)
    this.drag = null
  }

  /** The browser has taken the gesture for itself. */
  cancel(): void {
    this.drag = null
  }

  /** Whether the click that comes now only ends a drag. */
  endsDrag(): boolean {
    const ends = this.wasDragged
    this.wasDragged = false
    return ends
  }
}
