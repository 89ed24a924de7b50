// The worker in which a table is played, or lessons are told, without a network: the server's own
// Python, by Pyodide. What happened is written down before the page is told of it.

import { startKernel, type Ask } from '../../packages/kernel/kernel'
import { forPython } from './kernel'
import { askAboutMatch } from './localMatches'
import {
  takenBack,
  type Answer,
  type Entry,
  type FromWorker,
  type LocalRequest,
  type Page,
  type Taught,
  type ToWorker,
} from './protocol'
import { openStore, type Finished, type Store } from './store'

declare const __OFFLINE_SET__: {
  runtime: string
  packages: string[]
  sources: string
  kernel: string | null
}

/** The part of Pyodide that is used. */
interface Runtime {
  FS: {
    mkdirTree(folder: string): void
    writeFile(path: string, text: string): void
  }
  runPython(program: string): unknown
  pyimport(module: 'rebelote.offline.page'): { Page: () => Page }
  pyimport(module: 'rebelote.offline.wasm_kernel'): { install: (ask: PythonAsk) => void }
  pyimport(module: 'rebelote.offline.study'): Studying
  pyimport(module: 'rebelote.offline.lessons' | 'rebelote.offline.score_sheet'): Answering
}
type PythonAsk = ReturnType<typeof forPython>
type Loader = {
  loadPyodide: (how: { indexURL: string; packages: string[] }) => Promise<Runtime>
}

interface Answering {
  answer(asked: string): string
}

interface Studying {
  answer(asked: string, report: (done: number) => void): string
}

const HOME = '/rebelote/'
const report = (message: FromWorker): void => postMessage(message)

/** Draw the chance for one message: the seed of its packs and of the thoughts of bots. */
const secret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))

/** The kernel; null where this client was built without, or the browser cannot run it. */
async function loadKernel(kernel: string | null): Promise<Ask | null> {
  if (!kernel) return null
  const code = await fetch(kernel).then((answer) => answer.arrayBuffer())
  return startKernel(code).catch(() => null)
}

async function startPython(): Promise<Runtime> {
  const { runtime, packages, sources } = __OFFLINE_SET__
  const [{ loadPyodide }, files, kernel] = await Promise.all([
    import(/* @vite-ignore */ `${runtime}pyodide.mjs`) as Promise<Loader>,
    fetch(sources).then((answer) => answer.json() as Promise<Record<string, string>>),
    loadKernel(__OFFLINE_SET__.kernel),
  ])
  const python = await loadPyodide({ indexURL: runtime, packages })
  for (const [path, text] of Object.entries(files)) {
    python.FS.mkdirTree(HOME + path.replace(/[^/]*$/, ''))
    python.FS.writeFile(HOME + path, text)
  }
  python.runPython(`import sys; sys.path.insert(0, '${HOME}')`)
  if (kernel) python.pyimport('rebelote.offline.wasm_kernel').install(forPython(kernel))
  return python
}

let page: Page | null = null
let table = ''
let name = ''
const ready = Promise.all([startPython(), openStore()])
/** One message after another. */
let queue: Promise<unknown> = Promise.resolve()

/** No other tab plays at the same table meanwhile. */
const alone = (): Promise<void> =>
  new Promise((resolve) => {
    void navigator.locks.request(`rebelote-${table}`, () => {
      resolve()
      return new Promise(() => {})
    })
  })

async function teach(asked: LocalRequest, number: number): Promise<Taught> {
  const [python, store] = await ready
  const progress = (done: number): void => report({ reported: 'progress', number, done })
  const ask = (request: object): Taught =>
    JSON.parse(
      python.pyimport('rebelote.offline.study').answer(JSON.stringify(request), progress),
    ) as Taught
  switch (asked.of) {
    case 'sheet':
      return told(python.pyimport('rebelote.offline.score_sheet'), asked.sheet)
    case 'course':
    case 'deal':
    case 'count':
      return told(python.pyimport('rebelote.offline.lessons'), asked)
    case 'puzzle':
    case 'puzzles':
    case 'drill':
    case 'drilled':
    case 'replay':
    case 'variation':
    case 'entered':
    case 'shown':
    case 'hint':
      return ask(asked)
    case 'speed':
      return { answer: Math.min(...[0, 1].map(() => millisecondsOf(() => ask(asked)))) }
    default:
      if ('record' in asked) return ask(asked)
      return askAboutMatch(asked, store, ask, async (table) =>
        python
          .pyimport('rebelote.offline.page')
          .Page()
          .record('', JSON.stringify(await store.log(table))),
      )
  }
}

function millisecondsOf(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

const told = (answering: Answering, request: object): Taught =>
  JSON.parse(answering.answer(JSON.stringify(request))) as Taught

async function carryOut(message: ToWorker): Promise<void> {
  if (message.do === 'teach')
    return report({
      reported: 'taught',
      number: message.number,
      answer: await teach(message.asked, message.number),
    })
  const [python, store] = await ready
  page ??= python.pyimport('rebelote.offline.page').Page()
  switch (message.do) {
    case 'open':
      table = message.table
      name = message.name
      await alone()
      await store.add({ table, name, opened: Date.now() })
      return take(
        page,
        page.open(table, name, JSON.stringify(message.asked), secret()),
        store,
        true,
      )
    case 'restore':
      table = message.table
      await alone()
      name = (await store.find(table))?.name ?? ''
      return restore(page, store)
    case 'say':
      return say(page, store, message.frame)
    case 'record': {
      const text = page.record(name, JSON.stringify(await store.log(table)))
      return report({ reported: 'record', number: message.number, text })
    }
  }
}

const restored = (page: Page, log: Entry[]): Answer =>
  JSON.parse(page.restore(table, name, JSON.stringify(log))) as Answer

/** Carry out a message of the client; where its entries cannot be written, take it back. */
async function say(page: Page, store: Store, frame: string): Promise<void> {
  try {
    await take(page, page.receive(frame, secret()), store)
  } catch {
    const { refused, message = '' } = restored(page, await store.log(table))
    if (refused) return report({ reported: 'refused', code: refused, message })
    for (const message of takenBack(frame)) report(message)
  }
}

async function restore(page: Page, store: Store): Promise<void> {
  const log = await store.log(table)
  if (!log.length) return report({ reported: 'refused', code: 'no-such-table', message: '' })
  const { over, refused, message = '' } = restored(page, log)
  if (refused) return report({ reported: 'refused', code: refused, message })
  if (over) await keepMatch(page, store).catch(() => null)
  report({ reported: 'ready' })
}

/** Keep the match that has just ended, so that it can be handed in. */
async function keepMatch(page: Page, store: Store): Promise<void> {
  const text = page.finished(JSON.stringify(await store.log(table)))
  if (!text) return
  const match = JSON.parse(text) as Finished
  await store.keepMatch({ ...match, table, ended: Date.now(), state: 'waiting' })
}

async function take(page: Page, reported: string, store: Store, opens = false): Promise<void> {
  const { entries = [], frames = [], refused, message = '', over } = JSON.parse(reported) as Answer
  if (refused) return report({ reported: 'refused', code: refused, message })
  if (entries.length) await store.append(table, entries)
  if (over) await keepMatch(page, store).catch(() => null)
  if (opens) report({ reported: 'ready' })
  for (const frame of frames) report({ reported: 'frame', frame })
}

const failed = (): void => report({ reported: 'refused', code: 'server-busy', message: '' })

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  queue = queue.then(() => carryOut(data)).catch(failed)
})
