// The keys of a table. Pure, but for the place of the focus.

export type TableDialog = 'sheet' | 'last' | 'chat' | 'onlookers' | 'surrender' | 'back' | 'auction'

export type Command =
  | { do: 'open'; dialog: TableDialog }
  /** Say how things stand. */
  | { do: 'repeat' }
  /** Take back my last call or card. */
  | { do: 'back' }
  | { do: 'help' }
  /** To the cards. */
  | { do: 'hand' }
  /** Go on to what comes next. */
  | { do: 'forward' }

/** The meaning of the keys to the element that has the focus. */
export interface Focus {
  /** Whether it takes text, so that every key is its own. */
  text: boolean
  /** Whether it uses the arrows. */
  arrows: boolean
  /** Whether no element is focused. */
  none: boolean
}

/** Single characters, which can be switched off: speech input types them by mistake. */
const SHORTCUTS: Readonly<Record<string, Command>> = {
  l: { do: 'open', dialog: 'last' },
  s: { do: 'open', dialog: 'sheet' },
  t: { do: 'open', dialog: 'chat' },
  r: { do: 'repeat' },
  u: { do: 'back' },
  '?': { do: 'help' },
}

export const focusOf = (element: HTMLElement): Focus => ({
  text: element.matches('input:not([type=range], [type=checkbox]), select, textarea'),
  arrows:
    element.matches('input') ||
    element.closest('[role=toolbar], [role=radiogroup], [popover], .calls') !== null,
  none: element === document.body,
})

/** Return the command of a key, or null for none here. Arrows lead to the hand unless the focus
 * uses them; Enter goes on if no element is focused. */
export function commandOf(
  key: string,
  focus: Focus,
  { over, shortcuts }: { over: boolean; shortcuts: boolean },
): Command | null {
  const shortcut = SHORTCUTS[key.toLowerCase()]
  if (shortcut) return shortcuts ? shortcut : null
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return over || focus.arrows ? null : { do: 'hand' }
  return (key === 'Enter' || key === ' ') && focus.none ? { do: 'forward' } : null
}
