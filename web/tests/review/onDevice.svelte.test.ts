// Who reviews and varies deals of the server: the device that has the game and is fast enough.
import { beforeEach, expect, vi } from 'vitest'
import type { FromWorker, ToWorker } from '../../src/offline/protocol'
import { endLessons } from '../../src/offline/localLessons'
import { inClientWithKernel } from '../support/kernel'
import { fetchReview } from '../../src/review/review'
import { enterDeal } from '../../src/replay/entered/board'
import { varyMatch } from '../../src/replay/viewer/matchSource'
import { me } from '../../src/account/me.svelte'

declare const __OFFLINE_SET__: { sources: string } | null

const DEAL = '/api/tables/abc/deals/2'
const MADE = { done: 1, newcomer: false, reviewed: { report: { number: 2 }, calls: {} } }
const NOT_MADE = { ahead: 0, done: 0, seconds: 0, newcomer: true, reviewed: null }

let asked: string[] = []
/** The requests to workers, and the answer of each; none: the worker dies. */
let requests: object[] = []
let answer: object | null = null

class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null
  onerror: (() => void) | null = null

  postMessage(message: ToWorker): void {
    if (message.do !== 'teach') return
    const { number } = message
    requests.push(message.asked)
    queueMicrotask(() => {
      if (!answer) return this.onerror?.()
      this.onmessage?.({ data: { reported: 'progress', number, done: 0.5 } })
      this.onmessage?.({ data: { reported: 'taught', number, answer: { answer } } })
    })
  }

  terminate(): void {
    this.onmessage = null
  }
}

const measured = (milliseconds: number | null): void =>
  localStorage.setItem(
    'rebelote.speed',
    JSON.stringify({ of: __OFFLINE_SET__?.sources, milliseconds }),
  )

async function review(): Promise<{ done: number[]; result: unknown }> {
  const done: number[] = []
  const result = await fetchReview(DEAL, (how) => done.push(how.done), new AbortController().signal)
  return { done, result }
}

beforeEach(() => {
  endLessons()
  localStorage.clear()
  asked = []
  requests = []
  answer = MADE
  me.now = { id: 'me', name: 'Ann' } as typeof me.now
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('caches', { match: () => Promise.resolve(new Response('')) })
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: {} })
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${path}`)
    if (path.endsWith('/record')) return Promise.resolve(new Response('[Record 1]'))
    if (method === 'POST') {
      asked.push(body as string)
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const status = path.endsWith('?only_kept=true') ? NOT_MADE : { ...NOT_MADE, ...MADE }
    return Promise.resolve(new Response(JSON.stringify(status)))
  })
})

inClientWithKernel('a fast device makes it from the record, and hands it in', async () => {
  measured(200)
  const { done, result } = await review()
  expect(requests).toEqual([{ of: 'review', record: '[Record 1]', deal: 2 }])
  expect(done).toEqual([0, 0.5, 1])
  expect(result).toMatchObject({ newcomer: true, reviewed: MADE.reviewed })
  await vi.waitFor(() => expect(asked.at(-1)).toBe('{"report":"{\\"number\\":2}"}'))
  expect(asked.slice(0, -1)).toEqual([
    `GET ${DEAL}/review?only_kept=true`,
    'GET /api/tables/abc/record',
    `POST ${DEAL}/review`,
  ])
})

inClientWithKernel('the server makes it where the worker dies', async () => {
  measured(200)
  answer = null
  const { result } = await review()
  expect(result).toMatchObject(MADE)
  expect(asked.at(-1)).toBe(`GET ${DEAL}/review`)
})

inClientWithKernel('the server makes it where the device is slow', async () => {
  for (const milliseconds of [5000, null]) {
    measured(milliseconds)
    await review()
  }
  expect(asked).toEqual([`GET ${DEAL}/review`, `GET ${DEAL}/review`])
  expect(requests).toEqual([])
})

inClientWithKernel('a device is measured once, after the server was asked', async () => {
  answer = 123 as unknown as object
  await review()
  expect(asked).toEqual([`GET ${DEAL}/review`])
  await vi.waitFor(() => expect(localStorage.getItem('rebelote.speed')).toContain('123'))
  expect(requests).toEqual([{ of: 'speed' }])
})

inClientWithKernel('a board wakes the device, which answers from then on', async () => {
  measured(200)
  const vary = (step: number) => varyMatch('abc-1', { deal: 1, step })
  await vary(2)
  expect(asked).toContain('POST /api/matches/abc-1/variation')
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  asked = []
  expect(await vary(3)).toEqual(MADE)
  expect(requests.at(-1)).toEqual({
    of: 'variation',
    record: '[Record 1]',
    varied: { deal: 1, step: 3 },
  })
  const laid = { preset: 'french' } as Parameters<typeof enterDeal>[0]
  expect(await enterDeal(laid)).toEqual(MADE)
  expect(requests.at(-1)).toEqual({ of: 'entered', deal: laid })
  expect(asked).toEqual([])
})

inClientWithKernel('the server answers a board where the worker dies', async () => {
  measured(200)
  const vary = () => varyMatch('abc-2', { deal: 1, step: 2 })
  await vary()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  answer = null
  asked = []
  await vary()
  expect(requests).toHaveLength(2)
  expect(asked).toContain('POST /api/matches/abc-2/variation')
})

inClientWithKernel('a slow device asks the server for a board', async () => {
  measured(5000)
  await varyMatch('abc-3', { deal: 1, step: 2 })
  expect(requests).toEqual([])
})
