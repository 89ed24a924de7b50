// A new version of the page renews what is stored for offline play.
import { runInNewContext } from 'node:vm'
import type { Plugin } from 'vite'
import { expect, test, vi } from 'vitest'

import { serviceWorker } from '../../serviceWorker'

type Handler = (event: { waitUntil(work: Promise<unknown>): void }) => void

/** The text of the service worker of a version with these files. */
function workerOf(...files: string[]): string {
  let source = ''
  const { handler } = serviceWorker().generateBundle as unknown as {
    handler: (options: unknown, bundle: object) => void
  }
  const bundle = Object.fromEntries(
    files.map((fileName) => [fileName, { type: 'asset', fileName, names: [fileName] }]),
  )
  const emitFile = (file: { source: string }) => void (source = file.source)
  handler.call({ emitFile } as unknown as Plugin, null, bundle)
  return source
}

test('an update fetches only the files that are new, and drops those that nothing needs', async () => {
  const stored = new Set(['/assets/offline/python.wasm', '/assets/offline/rebelote-1.json'])
  const cache = {
    match: (file: string) => Promise.resolve(stored.has(file)),
    put: (file: string) => Promise.resolve(void stored.add(file)),
    keys: () => Promise.resolve([...stored].map((file) => ({ url: `https://here${file}` }))),
    delete: ({ url }: { url: string }) => Promise.resolve(stored.delete(new URL(url).pathname)),
    addAll: () => Promise.resolve(),
  }
  const caches = {
    open: () => Promise.resolve(cache),
    has: () => Promise.resolve(true),
    keys: () => Promise.resolve(['rebelote-offline']),
    match: () => Promise.resolve(true),
  }
  const fetch = vi.fn<(file: string) => Promise<Response>>(() => Promise.resolve(new Response('x')))
  const handlers: Record<string, Handler> = {}
  const files = ['python.wasm', 'rebelote-2.json'].map((name) => `assets/offline/${name}`)
  const scope = {
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
    caches,
    fetch,
    navigator: { languages: [] },
    clients: { claim: () => null },
    ...{ CompressionStream, Headers, Response, URL },
  }
  runInNewContext(workerOf('en-start.js', ...files), scope)
  for (const name of ['install', 'activate']) {
    let done: Promise<unknown> = Promise.resolve()
    handlers[name]?.({ waitUntil: (work) => void (done = work) })
    await done.catch(() => null)
  }
  expect(fetch.mock.calls.map(([file]) => file)).toEqual(['/assets/offline/rebelote-2.json'])
  expect([...stored]).toEqual(['/assets/offline/python.wasm', '/assets/offline/rebelote-2.json'])
})
