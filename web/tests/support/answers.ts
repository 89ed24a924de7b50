// Answers to requests over HTTP, in place of a network.
import { vi } from 'vitest'

/** Build the server's refusal. */
export const refusal = (code: string, message = '') =>
  new Response(JSON.stringify({ code, message }), { status: 400 })

/** Answer every request so; what was asked, with the body where there was one. */
export function answering(answer: (asked: string) => unknown): string[] {
  const requests: string[] = []
  vi.stubGlobal(
    'fetch',
    (path: string, { method, body }: { method: string; body: string | null }) => {
      const asked = [method, path, body].filter(Boolean).join(' ')
      requests.push(asked)
      const result = answer(asked)
      return Promise.resolve(
        result instanceof Response ? result : new Response(JSON.stringify(result ?? null)),
      )
    },
  )
  return requests
}
