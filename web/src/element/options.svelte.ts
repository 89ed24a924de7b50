// The options of an element: the addresses of steps and solver, the place, language and felt.

import type { Replay } from '../net/messages'
import type { Place } from '../replay/viewer/replay'
import { languageOf, ownLanguage, type Language } from '../i18n/languages'
import { FELTS, settings } from '../settings/settings.svelte'

/** Why a replay is not drawn: a sentence of the catalogue and what it names. */
export class UnreadableError extends Error {
  constructor(
    readonly key: 'ui.embed.unread' | 'ui.embed.silent' | 'ui.embed.steps' | 'ui.embed.solver',
    readonly names: Record<string, string | number> = {},
  ) {
    super(key)
  }
}

export class ElementOptions {
  src = $state('')
  solver = $state('')
  language: Language | '' = $state('')
  felt = $state('')
  given: Replay | null = $state.raw(null)
  place: Place = $state.raw({ deal: 1, step: 0 })

  readonly onplace: (place: Place) => void

  /** `onplace`: a step is looked at, by the reader's own move or at the page's request. */
  constructor(onplace: (place: Place) => void) {
    this.onplace = onplace
  }

  /** Go to a place on the page's request. */
  go(deal: number, step: number): void {
    if (deal !== this.place.deal || step !== this.place.step) this.place = { deal, step }
  }

  /** In the language of this tag where it is one of ours, else in the reader's own. */
  speak(tag: string): void {
    settings.language = languageOf(tag) ?? ownLanguage()
    this.language = settings.language
  }

  moved = (place: Place): void => {
    this.place = place
  }
}

export const feltOf = (name: string): (typeof FELTS)[number] =>
  FELTS.find((one) => one === name) ?? 'green'

/** Fetch the steps at an address; throws an UnreadableError. */
export async function read(src: string): Promise<Replay> {
  return parsed(await (await fetched(src)).text())
}

/** Fetch what is at an address; throws an UnreadableError. */
export async function fetched(src: string): Promise<Response> {
  const answer = await fetch(src, { credentials: 'omit' }).catch(() => null)
  if (!answer) throw new UnreadableError('ui.embed.silent', { src })
  if (!answer.ok) throw new UnreadableError('ui.embed.unread', { src, status: answer.status })
  return answer
}

/** Parse the steps of a text; throws an UnreadableError. */
export function parsed(text: string): Replay {
  let value: unknown = null
  try {
    value = JSON.parse(text)
  } catch {
    // Refused below.
  }
  return checked(value)
}

/** Check that a value is a replay with a step; throws an UnreadableError. */
export function checked(value: unknown): Replay {
  const { deals, players } = (value ?? {}) as Partial<Replay>
  const whole =
    Array.isArray(players) && Array.isArray(deals) && deals.every((one) => one.steps.length)
  if (!whole || !deals.length) throw new UnreadableError('ui.embed.steps')
  return value as Replay
}

/** Return the match on the server that it was read from, to be opened there. */
export function pageOf(src: string): string {
  const [, server = '', match = ''] = /^(https?:\/\/[^/]+)\/api\/matches\/([\w-]+)$/.exec(src) ?? []
  return match && `${server}/m/${match}`
}
