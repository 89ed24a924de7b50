// The stored form of files for offline play: browsers keep answers as they unpacked them, which is
// more than twice what came over the line. The service worker has the text of these functions.

/** Keep an answer compressed, where the browser can and it is worth it. */
export function shrink(answer: Response, file: string): Response {
  if (typeof CompressionStream === 'undefined' || !answer.body || !/\.(wasm|json|mjs)$/.test(file))
    return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set('x-kept-as', 'gzip')
  return new Response(answer.body.pipeThrough(new CompressionStream('gzip')), { headers })
}

/** Return the answer as it came. */
export function expand(kept: Response): Response {
  if (!kept.body || kept.headers.get('x-kept-as') !== 'gzip') return kept
  return new Response(kept.body.pipeThrough(new DecompressionStream('gzip')), {
    headers: kept.headers,
  })
}

/** Fetch a file, and keep it. */
export async function keepFile(cache: Cache, file: string): Promise<void> {
  const answer = await fetch(file, { priority: 'low' })
  if (!answer.ok) throw new TypeError(`${file}: ${answer.status}`)
  await cache.put(file, shrink(answer, file))
}
