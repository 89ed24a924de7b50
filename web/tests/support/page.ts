// The parts of a browser that the code under test needs.
import { vi } from 'vitest'
import { WebSocket } from 'ws'

/** ws throws an error that nobody listens for; a browser tells of it with `close` alone. */
export class BrowserSocket extends WebSocket {
  constructor(address: string) {
    super(address)
    this.on('error', () => {})
  }
}

class Storage {
  private readonly values = new Map<string, string>()
  getItem = (key: string) => this.values.get(key) ?? null
  setItem = (key: string, value: string) => void this.values.set(key, value)
}

export interface Page {
  window: EventTarget
  document: EventTarget & { visibilityState: string; documentElement: { lang: string } }
  reload: ReturnType<typeof vi.fn>
}

/** Open a page at this address; vitest takes it away after the test. */
export function openPage(location: { protocol: string; host: string }): Page {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    documentElement: { lang: '' },
    querySelector: () => null,
  })
  const reload = vi.fn()
  const globals = {
    WebSocket: BrowserSocket,
    location: { ...location, reload },
    document,
    navigator: { languages: ['en'] },
    localStorage: new Storage(),
    sessionStorage: new Storage(),
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return { window, document, reload }
}
