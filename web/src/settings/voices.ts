// The material of the table's sounds: a card on felt, a knuckle on wood, a plucked string.
// All of it is computed, so that nothing has to be loaded.

/** Filtered noise: a card that slides or lands. */
interface Rustle {
  of: 'rustle'
  /** Seconds after the start, and how long. */
  at: number
  long: number
  /** Hertz in the middle of the band, at the beginning and the end, and how narrow the band is. */
  from: number
  to: number
  narrow: number
  loud: number
}

/** A soft blow: a tone that falls and is gone at once. */
interface Knock {
  of: 'knock'
  at: number
  long: number
  from: number
  to: number
  loud: number
}

/** A plucked string. */
interface Pluck {
  of: 'pluck'
  at: number
  long: number
  /** Hertz. */
  pitch: number
  loud: number
}

export type Voice = Rustle | Knock | Pluck

export const rustle = (
  at: number,
  long: number,
  from: number,
  to: number,
  loud: number,
  narrow = 0.9,
): Voice => ({ of: 'rustle', at, long, from, to, narrow, loud })

export const knock = (at: number, long: number, from: number, to: number, loud: number): Voice => ({
  of: 'knock',
  at,
  long,
  from,
  to,
  loud,
})

/** Pluck strings one after another, so many seconds apart. */
export const plucks = (
  pitches: readonly number[],
  differing: number,
  loud: number,
  { at = 0, long = 0.9 } = {},
): Voice[] =>
  pitches.map((pitch, i) => ({ of: 'pluck', at: at + i * differing, long, pitch, loud }))

/** Return the time in seconds at which the last of them is over. */
export const lengthOf = (voices: readonly Voice[]): number =>
  Math.max(0, ...voices.map(({ at, long }) => at + long))

/** Return so many samples of noise, from -1 to 1. */
const noise = (length: number, chance: () => number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length }, () => chance() * 2 - 1)

/** Samples a second of a string, which has nothing above some 8000 Hz. */
const STRING_RATE = 22_050
/** Seconds for which a string sounds at most. */
const STRING = 1.7
/** The mean loudness of strings in their first tenth of a second. */
const LEVEL = 0.3

/** Pluck a string after Karplus and Strong: a noise that goes round a delay line, softened at each
 * round. */
export function plucked(
  rate: number,
  pitch: number,
  seconds: number,
  chance: () => number = Math.random,
): Float32Array<ArrayBuffer> {
  const period = Math.max(2, Math.round(rate / pitch))
  const string = softened(softened(noise(period, chance)))
  const samples = new Float32Array(Math.ceil(rate * seconds))
  const left = Math.exp(-3.5 / (pitch * seconds)) / 2
  for (let i = 0, place = 0; i < samples.length; i++) {
    const next = place + 1 === period ? 0 : place + 1
    const now = string[place]!
    samples[i] = now
    string[place] = left * (now + string[next]!)
    place = next
  }
  return levelled(samples, Math.ceil(rate / 10))
}

/** Soften samples: each becomes the mean of its neighbours, as by a finger, not a plectrum. */
const softened = (samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> =>
  samples.map(
    (one, i) => (one + (samples.at(i - 1) ?? 0) + (samples[(i + 1) % samples.length] ?? 0)) / 3,
  )

/** Scale samples to the common loudness in their first part, and none above 1. */
function levelled(samples: Float32Array<ArrayBuffer>, first: number): Float32Array<ArrayBuffer> {
  const attack = samples.subarray(0, first)
  const mean = Math.sqrt(attack.reduce((sum, one) => sum + one * one, 0) / attack.length)
  const factor = LEVEL / (mean || 1)
  return samples.map((one) => Math.max(-1, Math.min(1, one * factor)))
}

/** The way to the ear: a small room, and a limit to what sounds at once. */
export class Room {
  private readonly entrance: GainNode
  private readonly strings = new Map<number, AudioBuffer>()
  private readonly hiss: AudioBuffer

  constructor(private readonly audio: BaseAudioContext) {
    this.entrance = new GainNode(audio)
    this.hiss = this.buffer(noise(audio.sampleRate, Math.random))
    const limit = new DynamicsCompressorNode(audio, { threshold: -10, ratio: 8 })
    const echo = new ConvolverNode(audio, { buffer: this.walls() })
    const wet = new GainNode(audio, { gain: 0.14 })
    this.entrance.connect(limit)
    this.entrance.connect(echo).connect(wet).connect(limit)
    limit.connect(audio.destination)
  }

  /** Sound these voices from now on, at a volume from 0 to 1. */
  sound(voices: readonly Voice[], volume: number): void {
    // Loudness is felt in ratios: the lower half of the control is quiet.
    for (const voice of voices) this.voice(voice, volume ** 1.6)
  }

  private voice(voice: Voice, volume: number): void {
    const begins = this.audio.currentTime + voice.at
    const ends = begins + voice.long
    const gain = new GainNode(this.audio, { gain: 0 })
    gain.gain.setValueAtTime(0, begins)
    gain.gain.linearRampToValueAtTime(voice.loud * volume, begins + 0.003)
    if (voice.of === 'pluck') gain.gain.setTargetAtTime(0, ends - 0.12, 0.03)
    else gain.gain.exponentialRampToValueAtTime(0.0001, ends)
    gain.connect(this.entrance)
    const source = this.source(voice, begins, ends, gain)
    source.start(begins)
    source.stop(ends)
  }

  private source(
    voice: Voice,
    begins: number,
    ends: number,
    to: AudioNode,
  ): AudioScheduledSourceNode {
    if (voice.of === 'knock') {
      const tone = new OscillatorNode(this.audio, { type: 'sine', frequency: voice.from })
      tone.frequency.setValueAtTime(voice.from, begins)
      tone.frequency.exponentialRampToValueAtTime(voice.to, ends)
      tone.connect(to)
      return tone
    }
    const buffer = voice.of === 'pluck' ? this.string(voice.pitch) : this.hiss
    const source = new AudioBufferSourceNode(this.audio, { buffer, loop: voice.of === 'rustle' })
    if (voice.of === 'pluck') source.connect(to)
    else {
      const band = new BiquadFilterNode(this.audio, {
        type: 'bandpass',
        frequency: voice.from,
        Q: voice.narrow,
      })
      band.frequency.setValueAtTime(voice.from, begins)
      band.frequency.exponentialRampToValueAtTime(voice.to, ends)
      source.connect(band).connect(to)
    }
    return source
  }

  /** A string of this pitch, computed once. */
  private string(pitch: number): AudioBuffer {
    const known = this.strings.get(pitch)
    const made = known ?? this.buffer(plucked(STRING_RATE, pitch, STRING), STRING_RATE)
    if (!known) this.strings.set(pitch, made)
    return made
  }

  /** Return the echo of a clap from the walls of a small room. */
  private walls(): AudioBuffer {
    const length = Math.ceil(this.audio.sampleRate * 0.28)
    return this.buffer(noise(length, Math.random).map((one, i) => one * (1 - i / length) ** 3))
  }

  private buffer(samples: Float32Array<ArrayBuffer>, sampleRate = this.audio.sampleRate) {
    const buffer = new AudioBuffer({ length: samples.length, sampleRate })
    buffer.copyToChannel(samples, 0)
    return buffer
  }
}
