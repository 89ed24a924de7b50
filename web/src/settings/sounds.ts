// The sounds of the table, and what is heard of each event.

import { sideOf } from '../cards/cards'
import type { Happening } from '../table/events'
import { Room, knock, plucks, rustle, type Voice } from './voices'

export type Sound =
  | 'card'
  | 'trick'
  | 'turn'
  | 'pass'
  | 'bid'
  | 'double'
  | 'belote'
  | 'said'
  | 'hurry'
  | 'came'
  | 'deal_won'
  | 'deal_lost'
  | 'match_won'
  | 'match_lost'
  | 'bell'

/** Pitches in hertz, of a scale in D. */
const [D3, A3, B3, D4, E4, F4, A4, D5, E5, G5, A5, D6] = [
  146.8, 220, 246.9, 293.7, 329.6, 349.2, 440, 587.3, 659.3, 784, 880, 1174.7,
] as const

export const VOICES: Record<Sound, Voice[]> = {
  // The card slides a little, and lands on the cloth.
  card: [
    rustle(0, 0.045, 2600, 1500, 0.3),
    rustle(0.03, 0.05, 900, 500, 0.7, 0.7),
    knock(0.03, 0.07, 170, 80, 0.7),
  ],
  // Four cards are pushed together and drawn away.
  trick: [
    rustle(0, 0.07, 1800, 2400, 0.22),
    rustle(0.06, 0.08, 1500, 2200, 0.26),
    rustle(0.13, 0.2, 2400, 900, 0.3, 0.6),
  ],
  turn: plucks([A4, D5], 0.1, 0.34),
  // A knuckle on the table.
  pass: [knock(0, 0.07, 260, 120, 0.6), rustle(0, 0.025, 1200, 800, 0.4)],
  bid: plucks([D5], 0, 0.4, { long: 0.7 }),
  // A hand flat on the table.
  double: [
    knock(0, 0.12, 150, 60, 0.9),
    rustle(0, 0.06, 1000, 500, 0.7, 0.6),
    ...plucks([D4, A3], 0.09, 0.4, { at: 0.05 }),
  ],
  belote: plucks([D5, A5, D6], 0.09, 0.34),
  said: plucks([A4, E5], 0.08, 0.3, { long: 0.6 }),
  // A clock.
  hurry: [rustle(0, 0.04, 2100, 2000, 2.6, 7), knock(0, 0.03, 900, 700, 0.12)],
  came: plucks([D4, A4], 0.12, 0.28),
  deal_won: plucks([A4, D5, E5, A5], 0.11, 0.36),
  deal_lost: plucks([A4, F4, D4], 0.17, 0.32),
  match_won: [
    ...plucks([D4, A4, D5, E5, G5], 0.13, 0.34, { long: 1.4 }),
    ...plucks([D4, D5, A5, D6], 0.015, 0.3, { at: 0.75, long: 1.6 }),
    rustle(0.75, 0.9, 5200, 2400, 0.06, 0.4),
  ],
  match_lost: [
    ...plucks([A4, F4, E4, D4], 0.24, 0.3, { long: 1.3 }),
    ...plucks([D3, B3], 0.02, 0.22, { at: 0.96, long: 1.4 }),
  ],
  // Heard through a hall that talks: four strokes.
  bell: [0, 0.7, 1.4, 2.1].flatMap((at) => plucks([D6, A5, D5], 0.01, 0.6, { at, long: 1.8 })),
}

let room: { audio: AudioContext; inside: Room } | null = null

/** Browsers play nothing until the first tap, and warn of a context created before. */
const mayPlay = (): boolean => navigator.userActivation?.hasBeenActive ?? true

/** Sounds beside the music of others, and none where the phone is switched to silent: what a page can
 * do for it (Safari from 16.4 on; on Android the volume of media decides). */
function besideOthers(): void {
  const { audioSession } = navigator as Navigator & { audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'ambient'
}

/** Play a sound at a volume from 0 to 1. */
export function play(sound: Sound, volume: number): void {
  if (volume <= 0 || typeof AudioContext === 'undefined' || !mayPlay()) return
  if (!room) {
    besideOthers()
    const audio = new AudioContext()
    room = { audio, inside: new Room(audio) }
  }
  if (room.audio.state === 'suspended') void room.audio.resume()
  room.inside.sound(VOICES[sound], volume)
}

/** Return the sound of something that is shown to a seat (-1: to spectators), if it has one. */
export function soundOf(event: Happening, seat: number): Sound | null {
  switch (event.event) {
    case 'card_played':
      return event.said ? 'belote' : 'card'
    case 'announced':
      return event.kinds.length ? 'said' : null
    case 'passed':
      return 'pass'
    case 'took':
    case 'bid_made':
      return 'bid'
    case 'doubled':
    case 'redoubled':
      return 'double'
    case 'redeal_asked':
    case 'call_said':
    case 'challenged':
    case 'rest_claimed':
      return 'said'
    case 'trick_won':
      return event.fallen ? 'belote' : 'trick'
    case 'seat_taken':
    case 'came_back':
      return 'came'
    case 'deal_ended':
      return wonBy(event.marks, seat)
    case 'match_ended':
      if (event.winner === null) return 'said'
      return seat < 0 ||
        sideOf(seat, event.scores.length === 2 ? 4 : event.scores.length) === event.winner
        ? 'match_won'
        : 'match_lost'
    default:
      return null
  }
}

/** Return the sound of a deal's end for a seat: none for a tie at the top or for a spectator. */
function wonBy(marks: readonly number[], seat: number): Sound | null {
  if (seat < 0) return null
  const mine = sideOf(seat, marks.length === 2 ? 4 : marks.length)
  const best = Math.max(...marks.filter((_, side) => side !== mine))
  const own = marks[mine] ?? 0
  return own === best ? null : own > best ? 'deal_won' : 'deal_lost'
}

/** Select the sounds to play at once: that of a match's end silences that of its last deal. */
export function soundsToPlay(sounds: readonly (Sound | null)[]): Sound[] {
  const all = [...new Set(sounds)].filter((one) => one !== null)
  const over = all.some((one) => one.startsWith('match_'))
  return all.filter((one) => !over || !one.startsWith('deal_')).slice(-4)
}
