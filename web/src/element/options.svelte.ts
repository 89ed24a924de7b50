// What an element is to draw: where the steps are read, the place in them, language and felt.

import { LANGUAGES } from '../net/constants'
import type { Replay } from '../net/messages'
import type { Place } from '../replay/replay'
import { ownLanguage, type Language } from '../i18n/languages'
import { FELTS, settings } from '../settings/settings.svelte'

/** Why a replay is not drawn, in a sentence for who writes the page. */
export class UnreadableError extends Error {}

export class ElementOptions {
  src = $state('')
  language: Language | '' = $state('')
  felt = $state('')
  given: Replay | null = $state.raw(null)
  place: Place = $state.raw({ deal: 1, step: 0 })

  readonly onplace: (place: Place) => void

  /** `onplace`: another step is looked at. */
  constructor(onplace: (place: Place) => void) {
    this.onplace = onplace
  }

  /** What the page says; `moved` is what its reader does. */
  go(deal: number, step: number): void {
    if (deal !== this.place.deal || step !== this.place.step) this.place = { deal, step }
  }

  /** In the language of this tag where it is one of ours, else in the reader's own. */
  speak(tag: string): void {
    settings.language =
      LANGUAGES.find((one) => one === tag.slice(0, 2).toLowerCase()) ?? ownLanguage()
    this.language = settings.language
  }

  moved = (place: Place): void => {
    this.place = place
    this.onplace(place)
  }
}

export const feltOf = (name: string): (typeof FELTS)[number] =>
  FELTS.find((one) => one === name) ?? 'green'

/** The steps at an address. UnreadableError. */
export async function read(src: string): Promise<Replay> {
  const answer = await fetch(src, { credentials: 'omit' }).catch(() => null)
  if (!answer?.ok)
    throw new UnreadableError(`${src} cannot be read (${answer?.status ?? 'no answer'}).`)
  return parsed(await answer.text())
}

const HOW = '`rebelote replay FILE --steps` writes them'

/** The steps of a text. UnreadableError. */
export function parsed(text: string): Replay {
  if (/^\[Record /m.test(text))
    throw new UnreadableError(`These are not the steps of a match, but a record: ${HOW}.`)
  let value: unknown = null
  try {
    value = JSON.parse(text)
  } catch {
    // Refused below.
  }
  return checked(value)
}

/** UnreadableError for what is no replay with a step. */
export function checked(value: unknown): Replay {
  const { deals, players } = (value ?? {}) as Partial<Replay>
  const whole =
    Array.isArray(players) && Array.isArray(deals) && deals.every((one) => one.steps.length)
  if (!whole || !deals.length)
    throw new UnreadableError(`These are not the steps of a match: ${HOW}.`)
  return value as Replay
}

/** The match on the server that it was read from, to be opened there. */
export function pageOf(src: string): string {
  const [, server = '', match = ''] = /^(https?:\/\/[^/]+)\/api\/matches\/([\w-]+)$/.exec(src) ?? []
  return match && `${server}/m/${match}`
}
