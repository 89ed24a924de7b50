// Sounds of the table, synthesised when they are needed, so that nothing has to be loaded.

import type { Happening } from '../table/state'

export type Sound = 'card' | 'trick' | 'turn' | 'said' | 'hurry' | 'came'

interface Tone {
  /** Hertz at the beginning and the end. */
  from: number
  to: number
  /** Seconds after the start, and how long. */
  at: number
  long: number
  shape: OscillatorType
  loud: number
}

const tone = (
  from: number,
  to: number,
  at: number,
  long: number,
  loud = 0.5,
  shape: OscillatorType = 'sine',
): Tone => ({ from, to, at, long, shape, loud })

const TONES: Record<Sound, Tone[]> = {
  card: [tone(190, 70, 0, 0.07, 0.7, 'triangle')],
  trick: [tone(150, 210, 0, 0.12, 0.4, 'triangle'), tone(210, 120, 0.09, 0.14, 0.4, 'triangle')],
  turn: [tone(660, 660, 0, 0.16), tone(880, 880, 0.12, 0.24)],
  said: [tone(523, 523, 0, 0.18), tone(659, 659, 0.1, 0.18), tone(784, 784, 0.2, 0.3)],
  hurry: [tone(990, 990, 0, 0.06, 0.35, 'square')],
  came: [tone(440, 587, 0, 0.2, 0.4)],
}

let context: AudioContext | null = null

/** Browsers play nothing until the first tap, and warn of a context created before. */
const mayPlay = (): boolean => navigator.userActivation?.hasBeenActive ?? true

/** Play a sound at a volume from 0 to 1. */
export function play(sound: Sound, volume: number): void {
  if (volume <= 0 || typeof AudioContext === 'undefined' || !mayPlay()) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const one of TONES[sound]) ring(context, one, volume)
}

function ring(
  audio: AudioContext,
  { from, to, at, long, shape, loud }: Tone,
  volume: number,
): void {
  const begins = audio.currentTime + at
  const source = new OscillatorNode(audio, { type: shape, frequency: from })
  const gain = new GainNode(audio, { gain: 0 })
  source.frequency.linearRampToValueAtTime(to, begins + long)
  gain.gain.setValueAtTime(0, begins)
  gain.gain.linearRampToValueAtTime(loud * volume, begins + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, begins + long)
  source.connect(gain).connect(audio.destination)
  source.start(begins)
  source.stop(begins + long)
}

/** The sound of something that is shown, if it has one. */
export function soundOf(event: Happening): Sound | null {
  switch (event.event) {
    case 'card_played':
      return event.said ? 'said' : 'card'
    case 'announced':
      return event.kinds.length ? 'said' : null
    case 'took':
    case 'bid_made':
    case 'doubled':
    case 'redoubled':
    case 'redeal_asked':
    case 'challenged':
    case 'rest_claimed':
      return 'said'
    case 'trick_won':
      return 'trick'
    case 'seat_taken':
    case 'came_back':
      return 'came'
    default:
      return null
  }
}
