import { expect, test, vi } from 'vitest'

import { expand, keepFile, shrink } from '../../src/offline/shrink'

const text = '{"rules": 1}'.repeat(1000)
const answer = () => new Response(text, { headers: { 'content-type': 'application/json' } })
const bytes = async (of: Response) => (await of.arrayBuffer()).byteLength

test('sources are kept compressed and come back as they were', async () => {
  const kept = shrink(answer(), '/assets/offline/rebelote-1.json')
  expect(await bytes(kept.clone())).toBeLessThan(text.length / 10)
  const back = expand(kept)
  expect(back.headers.get('content-type')).toBe('application/json')
  expect(await back.text()).toBe(text)
})

test('what is packed already, or was kept by an earlier version, stays as it is', async () => {
  expect(await bytes(shrink(answer(), '/assets/offline/fsrs.whl'))).toBe(text.length)
  expect(await expand(answer()).text()).toBe(text)
})

test('an answer that is an error is not kept', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })))
  const put = vi.fn()
  await expect(keepFile({ put } as unknown as Cache, '/x.wasm')).rejects.toThrow('404')
  expect(put).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
