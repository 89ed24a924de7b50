// The faces: fetched once the page is idle, used from the next page on, and at once on a later visit.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'

const root = document.documentElement
let asked: string[]

/** The module as a page that is loaded anew has it. */
async function arrive(answer: () => Promise<unknown>) {
  vi.resetModules()
  delete root.dataset.faces
  const load = (face: string, letters: string) => (asked.push(`${face} ${letters}`), answer())
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true })
  return import('../../src/app/fonts')
}
const now = () => Promise.resolve()
const never = () => new Promise(() => undefined)

beforeEach(() => {
  localStorage.clear()
  asked = []
})
afterEach(() => void Reflect.deleteProperty(document, 'fonts'))

test('the page of a first visit keeps its face, and the next one has ours', async () => {
  const { fetchFaces, recallFaces, useFaces } = await arrive(now)
  await recallFaces()
  assert.deepEqual(asked, [])
  useFaces()
  assert.equal(root.dataset.faces, undefined)
  await fetchFaces()
  assert.deepEqual(asked, ['1em Literata aEnglish', "1em 'Source Sans' aEnglish"])
  assert.equal(root.dataset.faces, undefined)
  useFaces()
  assert.equal(root.dataset.faces, '')
})

test('a later visit begins with them', async () => {
  await (await arrive(now)).fetchFaces()
  await (await arrive(now)).recallFaces()
  assert.equal(root.dataset.faces, '')
})

test('no page waits long for faces that the browser did not keep', async () => {
  await (await arrive(now)).fetchFaces()
  const { recallFaces } = await arrive(never)
  vi.useFakeTimers()
  const recalled = recallFaces()
  await vi.runAllTimersAsync()
  await recalled
  vi.useRealTimers()
  assert.equal(root.dataset.faces, undefined)
})

test.each([
  ['bg', 'aБългарски'],
  ['hr', 'aHrvatskič'],
  ['el', 'aΕλληνικά'],
  ['ar', 'aالعربية'],
  ['hy', 'aՀայերեն'],
] as const)('who reads %s gets its letters', async (language, letters) => {
  const { fetchFaces } = await arrive(now)
  const { settings } = await import('../../src/settings/settings.svelte')
  settings.language = language
  await fetchFaces()
  assert.deepEqual(asked, [`1em Literata ${letters}`, `1em 'Source Sans' ${letters}`])
})
