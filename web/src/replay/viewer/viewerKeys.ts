// Keys and touch gestures that step through a deal. Pure, but for the place of the focus.

export type Command =
  | { do: 'step'; to: number }
  | { do: 'deal'; to: number }
  /** Play by itself, or pause. */
  | { do: 'play' }
  /** Tell why. */
  | { do: 'why' }

/** The present place: the step, the last one, the tricks before and after, and the deal, from 1. */
export interface Position {
  step: number
  last: number
  before: number
  after: number
  deal: number
}

/** The meaning of the keys to the element that has the focus. */
export interface Focus {
  /** Every key is its own. */
  own: boolean
  /** The space bar and Enter press it. */
  pressed: boolean
}

export const focusOf = (element: HTMLElement): Focus => ({
  own:
    element.matches('input:not([type=range]), select, textarea') ||
    isBefore(element.closest('dialog')),
  pressed: element.matches('button, a, summary'),
})

/** Whether a dialog stands before the viewer, and is not what holds it. */
const isBefore = (dialog: HTMLElement | null): boolean => dialog?.querySelector('.viewer') === null

export function commandOf(key: string, focus: Focus, at: Position): Command | null {
  if (focus.own) return null
  if (key === ' ') return focus.pressed ? null : { do: 'play' }
  if (key === 'Enter') return focus.pressed ? null : { do: 'why' }
  const commands: Readonly<Record<string, Command>> = {
    ArrowLeft: { do: 'step', to: at.step - 1 },
    ArrowRight: { do: 'step', to: at.step + 1 },
    ArrowUp: { do: 'step', to: at.before },
    ArrowDown: { do: 'step', to: at.after },
    Home: { do: 'step', to: 0 },
    End: { do: 'step', to: at.last },
    PageUp: { do: 'deal', to: at.deal - 1 },
    PageDown: { do: 'deal', to: at.deal + 1 },
  }
  return commands[key] ?? null
}

interface Point {
  x: number
  y: number
}

const SWIPE = 40
const STILL = 8

/** Return the steps that a touch moves: a swipe against its direction, a tap on the left third back;
 * 0 for any other. */
export function stepsOf(from: Point, to: Point, box: { x: number; width: number }): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (Math.abs(dx) > SWIPE && Math.abs(dx) > Math.abs(dy)) return dx < 0 ? 1 : -1
  if (Math.hypot(dx, dy) > STILL) return 0
  return to.x > box.x + box.width / 3 ? 1 : -1
}
