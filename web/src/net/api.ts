// The HTTP API: JSON both ways; what the server refuses is thrown as a `Refusal`.

import { refusalText, type Words } from '../i18n/words'
import type { Me, Problem, RecordFault } from './messages'
import { answered } from './network.svelte'

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly reference = '',
    readonly fault?: RecordFault | null,
    readonly sign = '',
  ) {
    super(message)
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Send a request and return the body as text; throws a `Refusal`, `no-answer` where the server cannot be reached. */
export async function requestText(method: Method, path: string, body?: unknown): Promise<string> {
  const answer = await fetch(path, {
    method,
    headers: {
      'accept-language': document.documentElement.lang,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    answered(false)
    throw new Refusal('no-answer', '')
  })
  answered(true)
  const text = await answer.text()
  if (!answer.ok) throw refusalIn(text)
  return text
}

/** The same, for a body of JSON or an empty one. */
export async function request<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const text = await requestText(method, path, body)
  return (text ? JSON.parse(text) : null) as T
}

function refusalIn(text: string): Refusal {
  try {
    const problem = JSON.parse(text) as Problem
    return new Refusal(
      problem.code,
      problem.message,
      problem.reference,
      problem.fault,
      problem.sign,
    )
  } catch {
    return new Refusal('no-answer', '')
  }
}

export const get = <T>(path: string): Promise<T> => request('GET', path)
export const post = <T = null>(path: string, body: unknown = {}): Promise<T> =>
  request('POST', path, body)

/** Explain an error in the player's words. */
export function errorText(words: Words, error: unknown): string {
  const { code, message, reference, fault, sign } =
    error instanceof Refusal ? error : new Refusal('no-answer', '')
  const text = refusalText(words, { code, message: message || words('ui.failed'), reference })
  if (sign) return `${text} ${words('ui.name.sign', { sign })}`
  return fault ? `${text} ${faultText(words, fault)}` : text
}

export const fetchMe = (): Promise<Me | null> => get('/api/me')
export const createGuest = (name: string): Promise<Me> => post('/api/me', { name })
export const setName = (name: string): Promise<Me> => request('PUT', '/api/me/name', { name })

/** Describe the place and cause of a fault in a record: by its rule, or in the server's words. */
function faultText(words: Words, { message, line, deal, action, code }: RecordFault): string {
  if (!line) return message
  const reason = words.coded(`refusal.${code ?? ''}`, message)
  return code && deal && action
    ? words('ui.replay.fault.action', { line, deal, action, reason })
    : words('ui.replay.fault.line', { line, reason })
}
