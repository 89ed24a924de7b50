// The parsed address of the embedded page, and the request for it, which carries no cookie.

import { SPOKEN, type Language } from '../i18n/languages'
import { Refusal } from '../net/api'
import type { Problem, Replay } from '../net/messages'
import type { Place } from '../replay/viewer/replay'

/** A match by its id, a shared replay by its id, or a record in the address itself. */
export type Source =
  { kind: 'match'; id: string } | { kind: 'shared'; id: string } | { kind: 'record'; text: string }

export interface EmbedRequest {
  source: Source
  place: Place
  language: Language | null
}

/** Parse `/embed/ID`, `/embed/shared/ID` with `#DEAL/STEP`, or `/embed/record#` with the text,
 * encoded. */
export function requestOf({ pathname, search, hash }: Location | URL): EmbedRequest {
  const [kind = '', id = ''] = pathname.replace(/^\/embed\//, '').split('/')
  const language = new URLSearchParams(search).get('lang')
  const said = hash.slice(1)
  const source: Source =
    kind === 'record'
      ? { kind: 'record', text: decoded(said) }
      : kind === 'shared'
        ? { kind: 'shared', id }
        : { kind: 'match', id: kind }
  const [deal, step] = kind === 'record' ? [] : said.split('/')
  return {
    source,
    place: { deal: Number(deal) || 1, step: Number(step) || 0 },
    language: SPOKEN.find((one) => one === language) ?? null,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Fetch the replay; throws a `Refusal`. */
export async function replayOf(source: Source): Promise<Replay> {
  const answer = await request(source).catch(() => {
    throw new Refusal('no-answer', '')
  })
  if (answer.ok) return (await answer.json()) as Replay
  const problem = (await answer.json().catch(() => ({ code: 'no-answer' }))) as Problem
  throw new Refusal(problem.code, problem.message, '', problem.fault)
}

const request = (source: Source): Promise<Response> =>
  source.kind === 'record'
    ? fetch('/api/replays', {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ record: source.text }),
      })
    : fetch(PATHS[source.kind] + source.id, { credentials: 'omit' })

const PATHS = { match: '/api/matches/', shared: '/api/shared-replays/' }

/** Return the source's page on this server; the empty viewer for a record, which is not kept. */
export const pageOf = (source: Source): string =>
  source.kind === 'match'
    ? `/m/${source.id}`
    : source.kind === 'shared'
      ? `/#/together/${source.id}`
      : '/#/replay'
