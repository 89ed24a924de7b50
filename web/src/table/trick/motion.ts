// The motion of cards over the table: thrown by a seat, then gathered by the winner. Transforms and
// opacity alone, which the browser moves without drawing anything again.

const THROWN = 240
const GATHERED = 220

/** Return a card's small displacement, always the same for it, so that no two tricks look alike. */
export function disorder(card: string): { turn: number; aside: number } {
  const sum = (card.charCodeAt(0) * 31 + card.charCodeAt(1) * 17) % 11
  return { turn: (sum - 5) * 0.45, aside: (((sum * 7) % 11) - 5) * 0.004 }
}

/** Return the way from the middle of one box to that of another. */
function way(here: DOMRect, there: DOMRect): [number, number] {
  return [
    there.x + there.width / 2 - here.x - here.width / 2,
    there.y + there.height / 2 - here.y - here.height / 2,
  ]
}

const by = (x: number, y: number): string => `${x}px ${y}px`

/** Throw a card from where it was: it goes a little too far, and lies. One's own keeps its size. */
export function throwFrom(card: HTMLElement, from: DOMRect, own: boolean): void {
  const here = card.getBoundingClientRect()
  const [x, y] = way(here, from)
  card.animate(
    [
      {
        translate: by(x, y),
        scale: own ? String(from.width / here.width) : '0.5',
        rotate: own ? '0deg' : '-14deg',
        opacity: own ? 1 : 0.3,
        easing: 'cubic-bezier(0.2, 0.7, 0.4, 1)',
      },
      {
        offset: 0.72,
        translate: by(x * -0.035, y * -0.035),
        scale: '1.05',
        rotate: '2deg',
        opacity: 1,
        easing: 'ease-in-out',
      },
      { translate: '0 0', scale: '1', rotate: '0deg', opacity: 1 },
    ],
    { duration: THROWN },
  )
}

/** Gather the cards of a trick upon the one that won, then to the seat of who played it. */
export function gather(cards: readonly Element[], winner: Element | undefined, to: DOMRect): void {
  const pile = winner?.getBoundingClientRect()
  const boxes = cards.map((card) => card.getBoundingClientRect())
  cards.forEach((card, i) => {
    const here = boxes[i]!
    const [px, py] = pile ? way(here, pile) : [0, 0]
    const [x, y] = way(here, to)
    card.animate(
      [
        { easing: 'ease-out' },
        {
          offset: 0.4,
          translate: by(px * 0.8, py * 0.8),
          easing: 'cubic-bezier(0.5, 0, 0.8, 0.6)',
        },
        { translate: by(x, y), scale: '0.3', opacity: 0.2 },
      ],
      { duration: GATHERED, fill: 'forwards' },
    )
  })
}
