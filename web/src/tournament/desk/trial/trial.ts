// A trial evening: made-up teams and scores, with which a secretary practises.

import type { GameTotals, NewEntries, TournamentState } from '../../../net/messages'

/** Consonants and vowels of the scripts; no catalogue of people, and few words by chance. */
const SOUNDS: Record<string, readonly [string, string]> = {
  ar: ['دلمنرو', 'اوي'],
  bg: ['длмнрв', 'аеио'],
  el: ['δλμνρβ', 'αεηο'],
  hy: ['դլմնրվ', 'աեիո'],
}
const LATIN = ['dlmnrv', 'aeio'] as const

/** Spell a number in so many syllables, as a name. */
function spelt(number: number, syllables: number, [consonants, vowels]: readonly [string, string]) {
  const all = [...consonants].flatMap((one) => [...vowels].map((other) => one + other))
  let rest = number
  const name = Array.from({ length: syllables }, () => {
    const syllable = all[rest % all.length] ?? ''
    // A step that shares no factor with the number of syllables lets neighbours look different.
    rest = Math.floor(rest / all.length) + 7 * (rest % all.length)
    return syllable
  }).join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Make up a person's first and last name, another for each number. */
const personOf = (number: number, sounds: readonly [string, string]): string =>
  `${spelt(number, 2, sounds)} ${spelt(5 * number + 3, 3, sounds)}`

/** Make up names of teams of two, or of single players. */
export function madeUpNames(count: number, language: string, single = false): string[] {
  const sounds = SOUNDS[language.slice(0, 2)] ?? LATIN
  const people = Array.from({ length: single ? count : 2 * count }, (_, at) => personOf(at, sounds))
  if (single) return people
  return Array.from({ length: count }, (_, at) => `${people[2 * at]} & ${people[2 * at + 1]}`)
}

/** Points of both sides together where the rules do not say their sum. */
const SOME = 1000

/** Make up a score for each game of the last round that has none. */
export function madeUpScores(
  current: TournamentState,
  { possible }: GameTotals,
  chance: () => number = Math.random,
): NewEntries['entries'] {
  const sums = possible.filter(Boolean).slice(0, 4)
  return (current.rounds.at(-1)?.games ?? []).flatMap(({ state }, at) => {
    if (state === 'over') return []
    const sum = sums[Math.floor(chance() * sums.length)] ?? SOME
    const first = Math.round(sum * (0.3 + 0.4 * chance()))
    const points: [number, number] = [first, sum - first]
    return [{ entry: 'scored', round: current.rounds.length, game: at + 1, score: { points } }]
  })
}
