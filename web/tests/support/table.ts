// The surroundings of a component of the table: words, settings, and the real game, which plays
// against a server in the same process.
import { userEvent } from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { loadLanguage, t } from '../../src/i18n/language.svelte'
import type { Language } from '../../src/i18n/languages'
import type { Listening } from '../../src/i18n/speech'
import type { Player, Update, View } from '../../src/net/messages'
import { settings, type Settings } from '../../src/settings/settings.svelte'
import { Game } from '../../src/table/game.svelte'
import { BrowserSocket } from './page'
import { playersOf } from './players'
import { Server, until, type Connection } from './server'
import { update } from './updates'

/** Say everything in this language from now on. */
export async function speak(language: Language = 'en'): Promise<void> {
  settings.language = language
  await loadLanguage()
}

/** Have these settings for one test. */
export function like(requested: Partial<Settings>): void {
  const before = { ...settings }
  Object.assign(settings, requested)
  onTestFinished(() => void Object.assign(settings, before))
}

/** Set up a user with a mouse and a keyboard, who loses no time. */
export const newUser = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 })

const NAMES = ['Ann', 'Bea', 'Cas', 'Dov']

/** Build the players of a view: me among bots, with special properties for some of them. */
export const playersAt = (view: View, special: Record<number, Partial<Player>> = {}): Player[] =>
  playersOf(...NAMES.slice(0, view.rules.players)).map((one) => ({
    ...one,
    ...(one.seat === view.seat && { bot: false, person: 'me' }),
    ...special[one.seat],
  }))

/** Build the listener at the seat of a view. */
export const listener = (view: View, players = playersAt(view)): Listening => ({
  words: t,
  seat: view.seat,
  from: Math.max(0, view.seat),
  players,
})

export const VERSION = 10

/** Build the update that brings a view. */
export const bringing = (view: View, more: Partial<Update> = {}): Update => ({
  ...update(null, VERSION, [], view),
  rules: view.rules,
  players: playersAt(view),
  you: view.seat < 0 ? null : view.seat,
  ...more,
})

export interface Table {
  game: Game
  /** The server's end of the line. */
  line: Connection
}

/** Take part in a game that has come to this view. */
export async function sitDown(view: View, more: Partial<Update> = {}): Promise<Table> {
  const server = await Server.start()
  vi.stubGlobal('WebSocket', BrowserSocket)
  vi.stubGlobal('location', { ...server.location, reload: vi.fn() })
  const game = new Game('T1')
  onTestFinished(async () => {
    game.close()
    await server.stop()
  })
  const line = await server.connection(1)
  await line.next('join')
  line.send(bringing(view, more))
  await until(() => game.state.version !== null)
  return { game, line }
}

/** Return the requests to the server, except for browsers' parts in packs. */
export function asked({ line }: Table): object[] {
  const about = new Set(['join', 'listen', 'commit', 'reveal', 'ping', 'since'])
  return line.received.filter(({ type }) => !about.has(type))
}

/** All that was said by now has arrived: nothing more was asked. */
export async function asksNothing(table: Table): Promise<boolean> {
  const before = asked(table).length
  table.game.say({ phrase: 'hello' })
  await table.line.next('say')
  return asked(table).length === before + 1
}
