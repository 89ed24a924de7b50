// The player's settings, kept in the browser and, for account holders, on the server.

import type { HandOrder } from '../cards/cards'
import { SETTINGS_KEY, ownLanguage, type Language } from '../i18n/languages'
import { save, load } from '../lib/storage'
import { REAL_LIFE, USUAL_PRESETS, type LEVELS, type QUICK_PACES } from '../net/constants'
import { summaryOf } from '../net/games'
import type { Options } from '../rules/houseRules'

export const HOLDS = [0.6, 1.2, 2, 3, 0] as const
export const SPEEDS = { slow: 0.6, normal: 1, fast: 1.8 } as const
export const DECKS = ['french', 'hungarian'] as const
export const BACKS = ['lattice', 'waves', 'harlequin', 'sun', 'plain'] as const
export const FELTS = ['green', 'blue', 'burgundy', 'wood', 'dark'] as const

/** The answer on the first visit, whether the player knows the game; empty before. */
export type Acquaintance = '' | 'yes' | 'little' | 'no'

export interface Settings {
  language: Language
  /** Indices on the cards; `auto` follows the language. */
  indices: Language | 'auto'
  /** Arabic is written with Arabic-Indic digits; scores, clocks and cards keep theirs. */
  arabicDigits: boolean
  /** French suits, or the Hungarian ones with people of William Tell. */
  deck: (typeof DECKS)[number]
  /** Whether the player was asked, at a table of bela, which deck to play with. */
  deckAsked: boolean
  fourColours: boolean
  /** Rank and suit as large as they can be, for who sees badly. */
  largeIndices: boolean
  /** The number of taps that play a card; `auto`: two with large cards. */
  taps: 'auto' | 'one' | 'two'
  /** A double takes a second tap, even where cards and bids take one. */
  doubleTwice: boolean
  /** The only card that may be played is played by itself. */
  playOnly: boolean
  /** The hand lies at the right of what one is asked, on a phone held sideways. */
  leftHanded: boolean
  back: (typeof BACKS)[number]
  felt: (typeof FELTS)[number]
  /** Seconds that a finished trick lies; 0: until a tap. */
  hold: number
  speed: keyof typeof SPEEDS
  /** Whether the player was asked, after the first deal, for the speed of the cards. */
  speedAsked: boolean
  hand: HandOrder
  /** Cut and deal oneself, also at a table with all help. */
  dealByHand: boolean
  /** A hint at each choice, without asking for it. */
  guide: boolean
  /** Whether the score calculation is shown after a deal. */
  count: boolean
  knows: Acquaintance
  name: string
  /** The rules of the next table. */
  preset: string
  /** The options in which they differ from the rule set. */
  house: Options
  /** The bots' level of play. */
  level: (typeof LEVELS)[number]
  sounds: boolean
  /** From 0 to 1. */
  volume: number
  /** Whether single keys do something at the table (WCAG 2.1.4). */
  shortcuts: boolean
  /** Screen readers are told a trick in one sentence, not card by card. */
  oneSentence: boolean
  /** The screen stays on while one sits at a table. */
  awake: boolean
  /** The device says that it is one's turn. */
  notify: boolean
  /** Whether the game is stored for play without a network after a match. */
  keepOffline: boolean
  /** The pace of the quick match. */
  pace: (typeof QUICK_PACES)[number]
}

export const settings: Settings = $state({
  language: ownLanguage(),
  indices: 'auto',
  arabicDigits: false,
  deck: 'french',
  deckAsked: false,
  fourColours: false,
  largeIndices: false,
  taps: 'auto',
  doubleTwice: true,
  playOnly: false,
  leftHanded: false,
  back: 'lattice',
  felt: 'green',
  hold: 1.2,
  speed: 'normal',
  speedAsked: false,
  hand: 'alternate',
  dealByHand: false,
  guide: false,
  count: false,
  knows: '',
  name: '',
  preset: USUAL_PRESETS[ownLanguage()],
  house: {},
  level: 'club',
  sounds: true,
  volume: 0.5,
  shortcuts: true,
  oneSentence: false,
  awake: true,
  notify: false,
  keepOffline: true,
  pace: 'normal',
  ...brought(load(SETTINGS_KEY)),
})

/** Read settings as they were kept; what earlier versions had as settings of their own are options
 * of the rules. */
function brought(kept: unknown): Partial<Settings> {
  const { realLife, remember, signals, ...rest } = (kept ?? {}) as Record<string, unknown>
  const house = {
    ...(realLife ? REAL_LIFE : {}),
    ...(remember ? { bots_remember: true } : {}),
    ...(signals && signals !== 'none' ? { signals } : {}),
  }
  return known({ house, ...rest })
}

/** Drop a rule set that is not played here: another server's, or a later version's. */
function known(kept: Partial<Settings>): Partial<Settings> {
  const { preset, ...rest } = kept
  return preset !== undefined && summaryOf(preset) ? kept : rest
}

/** Whether it takes two taps to play a card. */
export const tapsTwice = (): boolean =>
  settings.taps === 'auto' ? settings.largeIndices : settings.taps === 'two'

/** Return settings that are synced with the account; its name is its own. */
export const syncedSettings = (): Partial<Settings> => ({ ...$state.snapshot(settings), name: '' })

/** Apply the account's settings; unknown keys and wrong types are ignored. */
export function applySettings(brought: Record<string, unknown>): void {
  const known = Object.entries(brought).filter(
    ([key, value]) =>
      key !== 'name' &&
      key in settings &&
      (key !== 'preset' || summaryOf(String(value)) !== undefined) &&
      kindOf(value) === kindOf(settings[key as keyof Settings]),
  )
  Object.assign(settings, Object.fromEntries(known))
}

const kindOf = (value: unknown): string =>
  value === null || Array.isArray(value) ? 'neither' : typeof value

/** Call inside an effect: saves every change. */
export const saveSettings = (): void => save(SETTINGS_KEY, $state.snapshot(settings))
