// The player's settings, kept in the browser and, for account holders, on the server.

import type { HandOrder } from '../cards/cards'
import { SETTINGS_KEY, ownLanguage, type Language } from '../i18n/languages'
import { save, load } from '../lib/storage'
import { PRESET_FACTS, type LEVELS, type QUICK_PACES, type SIGNALS } from '../net/constants'

export const HOLDS = [0.6, 1.2, 2, 3, 0] as const
export const SPEEDS = { slow: 0.6, normal: 1, fast: 1.8 } as const
export const BACKS = ['lattice', 'waves', 'plain'] as const
export const FELTS = ['green', 'blue', 'dark'] as const

export interface Settings {
  language: Language
  /** Indices on the cards; `auto` follows the language. */
  indices: Language | 'auto'
  fourColours: boolean
  /** Rank and suit as large as they can be, for who sees badly. */
  largeIndices: boolean
  back: (typeof BACKS)[number]
  felt: (typeof FELTS)[number]
  /** Seconds that a finished trick lies; 0: until a tap. */
  hold: number
  speed: keyof typeof SPEEDS
  hand: HandOrder
  /** Cut and deal oneself, also at a table with all help. */
  dealByHand: boolean
  name: string
  /** The rules of the next table. */
  preset: keyof typeof PRESET_FACTS
  realLife: boolean
  /** Whether bots remember how the pack was gathered. */
  remember: boolean
  /** How well the bots play. */
  level: (typeof LEVELS)[number]
  /** What thrown cards say at the next table. */
  signals: (typeof SIGNALS)[number]
  sounds: boolean
  /** From 0 to 1. */
  volume: number
  /** The pace of the quick match. */
  pace: (typeof QUICK_PACES)[number]
}

export const settings: Settings = $state({
  language: ownLanguage(),
  indices: 'auto',
  fourColours: false,
  largeIndices: false,
  back: 'lattice',
  felt: 'green',
  hold: 1.2,
  speed: 'normal',
  hand: 'alternate',
  dealByHand: false,
  name: '',
  preset: 'french',
  realLife: false,
  remember: false,
  level: 'club',
  signals: 'none',
  sounds: true,
  volume: 0.5,
  pace: 'normal',
  ...(load(SETTINGS_KEY) as Partial<Settings> | undefined),
})

/** Settings that are synced with the account; its name is its own. */
export const syncedSettings = (): Partial<Settings> => ({ ...$state.snapshot(settings), name: '' })

/** Apply the account's settings; unknown keys and wrong types are ignored. */
export function applySettings(brought: Record<string, unknown>): void {
  const known = Object.entries(brought).filter(
    ([key, value]) =>
      key !== 'name' && key in settings && typeof value === typeof settings[key as keyof Settings],
  )
  Object.assign(settings, Object.fromEntries(known))
}

interface Facts {
  players: number
  shuffle: string
  round3: string
}

/** What is known of a rule set; nothing of one that settings of a later version name. */
export const factsOf = (preset: string): Facts | undefined =>
  (PRESET_FACTS as Record<string, Facts>)[preset]

/** Whether there are partners, without whom there is nobody to signal to. */
export const isPaired = (preset: string): boolean => factsOf(preset)?.players === 4

/** Whether the pack is gathered, not shuffled, between deals. */
export const isGathered = (preset: string): boolean => factsOf(preset)?.shuffle === 'first_only'

/** Call inside an effect: saves every change. */
export const saveSettings = (): void => save(SETTINGS_KEY, $state.snapshot(settings))
