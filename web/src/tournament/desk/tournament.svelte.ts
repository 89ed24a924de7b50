// A tournament as the server keeps it: read whenever it has changed, and entered into.

import { t } from '../../i18n/language.svelte'
import type { Words } from '../../i18n/words'
import { get, post, request } from '../../net/api'
import type {
  NewEntries,
  NewSeats,
  PageOfLog,
  StandingRow,
  TableGame,
  TournamentPlace,
  TournamentState,
} from '../../net/messages'
import { settings } from '../../settings/settings.svelte'
import { followed, isNotified } from './following'

/** Milliseconds between two questions for what others have entered, where nothing says so. */
const PERIOD = 3000

/** Every so many times it is asked where notices come: a notice may be lost. */
const RARELY = 20

/** Every so many times where people are is read too: calls to a table come by themselves. */
const SELDOM = 3

export class Tournament {
  state = $state.raw<TournamentState | null>(null)
  /** The player's own place and all tables, in a tournament on the server. */
  place = $state.raw<TournamentPlace | null>(null)
  private looks = 0
  readonly here: string

  /** `hall`: it is shown to all, so that a deal which is still to be played stays hidden. */
  constructor(
    readonly id: string,
    readonly hall = false,
  ) {
    this.here = `/api/tournaments/${id}`
  }

  /** Read what is new; `place`: where people are, too. */
  read = async (place = false): Promise<void> => {
    const known = this.state?.version ?? 0
    const news = await get<TournamentState | null>(
      `${this.here}?since=${known}${this.hall ? '&hall=true' : ''}`,
    )
    if (news) this.state = news
    const looks = !!news || place || this.looks++ % SELDOM === 0
    if (this.state?.format.place === 'online' && looks) await this.readPlace()
  }

  /** Read all of it: names were taken out of its log. */
  readAgain = async (): Promise<void> => {
    this.state = await get<TournamentState>(this.here)
  }

  /** Read where one is. */
  readPlace = async (): Promise<void> => {
    this.place = await get<TournamentPlace>(`${this.here}/players`)
  }

  /** Read it whenever it has changed; the function that ends it. */
  follow(): () => void {
    let ticks = 0
    const leave = followed(this.id, () => void this.read(true).catch(() => null))
    const timer = setInterval(() => {
      ticks += 1
      if (!isNotified() || ticks % RARELY === 0) void this.read(isNotified()).catch(() => null)
    }, PERIOD)
    return () => {
      clearInterval(timer)
      leave()
    }
  }

  enter = async (...entries: NewEntries['entries']): Promise<void> => {
    const version = this.state?.version ?? 0
    this.state = await post<TournamentState>(`${this.here}/entries`, { version, entries })
  }

  /** Change by hand who plays whom. */
  seat = async (wanted: Omit<NewSeats, 'version'>): Promise<void> => {
    const version = this.state?.version ?? 0
    this.state = await post<TournamentState>(`${this.here}/seats`, { version, ...wanted })
  }

  /** Draw the next round; `held`: the hall sees it later. */
  draw = async (phrase: string, held = false): Promise<void> => {
    const version = this.state?.version ?? 0
    this.state = await post<TournamentState>(`${this.here}/draw`, { version, phrase, held })
  }

  undo = async (number: number): Promise<void> => {
    this.state = await post<TournamentState>(`${this.here}/undo`, { number })
  }

  /** Name who made the last entry about a game; empty for its table, and where it is not known. */
  authorOf = async (round: number, game: number): Promise<string> => {
    const { lines } = await get<PageOfLog>(`${this.here}/log?kind=scores`)
    const own = lines.find(
      ({ entry }) => 'game' in entry && entry.round === round && entry.game === game,
    )
    return own?.name ?? ''
  }

  remove = (): Promise<unknown> => request('DELETE', this.here)

  /** Name a team, or the players whom the draw made partners. */
  nameOf = (numbers: readonly number[]): string =>
    numbers.map((number) => this.state?.teams[number - 1]?.name ?? '').join(' + ')

  /** Name a team after its number, as the hall calls it. */
  numberedOf = (numbers: readonly number[]): string =>
    numbers.map((number) => `${number} ${this.nameOf([number])}`).join(' + ')

  /** Both sides of a game. */
  namesOf = (game: TableGame): [string, string] => [
    this.nameOf(game.sides[0]),
    this.nameOf(game.sides[1]),
  ]

  /** Say that a game was changed by hand, is played, or who is not at its table. */
  statusOf = (round: number, game: number): string => {
    const reason = this.state?.rounds[round - 1]?.games[game]?.by_hand
    return reason ? t('ui.club.by-hand', { reason }) : this.presenceOf(round, game)
  }

  /** Say whether a game of the round in play is played, or who is not at its table. */
  private presenceOf(round: number, game: number): string {
    const now = round === this.state?.rounds.length ? this.place?.games[game] : undefined
    if (!now || this.state?.rounds[round - 1]?.games[game]?.state === 'over') return ''
    if (!now.open) return this.state?.seal ? '' : t('ui.club.opens')
    if (!now.absent.length) return t('ui.club.playing')
    return t('ui.club.not_there', { names: now.absent.join(t('ui.comma')) })
  }

  /** Say that a team of the standing left, or that bots played some of its games. */
  remarkOf = ({ left, absent }: StandingRow): string =>
    [
      ...(left ? [t('ui.club.gone')] : []),
      ...(absent ? [t('ui.club.by-bots', { count: absent })] : []),
    ].join(' · ')
}

/** With what the sides of a game begin it, where they begin with something. */
export const startsOf = (
  t: Words,
  names: readonly [string, string],
  starts: TableGame['starts'] | undefined,
): string =>
  names
    .flatMap((name, side) => {
      const points = starts?.[side]
      return points ? [t('ui.club.starts', { name, points })] : []
    })
    .join(' · ')

/** Write a number for a cell, as spreadsheets of this language read it. */
export const decimal = (value: number): string =>
  value.toLocaleString(settings.language, { maximumFractionDigits: 2, useGrouping: false })

/** Write a name for a cell; one that a spreadsheet would compute is text. */
export const quoted = (text: string): string =>
  `"${(/^[=+@-]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Parse names in lines of a list, or in the first column of a spreadsheet. */
export const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => (line.split(/[;\t]/)[0] ?? '').replaceAll('"', '').trim())
    .filter(Boolean)
