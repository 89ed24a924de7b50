// The features of a portrait: chosen among ours, or drawn by lot from the person's id.

import type { Colours, Face } from './layers'

const face = (
  [skin, hair, cloth, extra, room]: [number, number, number, number, number],
  parts: Partial<Face>,
): Face => ({
  head: 'oval',
  clothes: 'jumper',
  hair: 'short',
  hat: 'none',
  eyes: 'open',
  brows: 'calm',
  nose: 'button',
  mouth: 'smile',
  beard: 'none',
  glasses: 'none',
  rings: false,
  ...parts,
  colours: { skin, hair, cloth, extra, room },
})

/** The regulars of the café, by the names that the server gives them. */
export const CHARACTERS: Record<string, Face> = {
  Margot: face([1, 5, 3, 1, 5], {
    hair: 'curls',
    clothes: 'scarf',
    eyes: 'sly',
    brows: 'raised',
    mouth: 'red',
    rings: true,
  }),
  Lucien: face([2, 1, 2, 7, 4], {
    head: 'long',
    hair: 'short',
    hat: 'cap',
    clothes: 'bow',
    nose: 'long',
    beard: 'moustache',
    glasses: 'round',
  }),
  Odette: face([1, 7, 5, 6, 2], {
    head: 'round',
    hair: 'bun',
    clothes: 'pearls',
    glasses: 'half',
    eyes: 'smiling',
    mouth: 'smile',
  }),
  Gaston: face([2, 6, 2, 1, 1], {
    head: 'square',
    hair: 'tufts',
    clothes: 'apron',
    nose: 'big',
    beard: 'handlebar',
    brows: 'bushy',
    mouth: 'grin',
  }),
}

/** The portraits to choose from. */
export const PORTRAITS: readonly Face[] = [
  face([1, 2, 8, 2, 1], { hat: 'beret', hair: 'bob', clothes: 'stripes', mouth: 'red' }),
  face([4, 1, 4, 1, 2], { hair: 'cloud', clothes: 'roll', rings: true, mouth: 'grin' }),
  face([2, 2, 7, 3, 5], {
    head: 'square',
    hair: 'quiff',
    clothes: 'shirt',
    beard: 'full',
    brows: 'bushy',
  }),
  face([3, 1, 1, 4, 4], {
    hair: 'long',
    clothes: 'jumper',
    eyes: 'lashes',
    glasses: 'none',
    rings: true,
  }),
  face([5, 1, 2, 4, 6], {
    head: 'long',
    hair: 'none',
    clothes: 'bow',
    beard: 'goatee',
    glasses: 'square',
  }),
  face([1, 4, 3, 1, 3], { head: 'round', hair: 'fringe', clothes: 'scarf', eyes: 'smiling' }),
  face([2, 6, 7, 7, 1], {
    hat: 'bowler',
    hair: 'short',
    clothes: 'shirt',
    beard: 'moustache',
    nose: 'big',
  }),
  face([3, 1, 5, 4, 5], {
    hat: 'kerchief',
    hair: 'none',
    clothes: 'jumper',
    eyes: 'smiling',
    head: 'round',
    mouth: 'grin',
  }),
  face([1, 5, 2, 2, 2], {
    head: 'round',
    hair: 'parted',
    clothes: 'stripes',
    brows: 'raised',
    mouth: 'smirk',
  }),
  face([4, 1, 8, 3, 4], { hair: 'swept', clothes: 'pearls', eyes: 'lashes', mouth: 'red' }),
  face([2, 7, 1, 6, 6], {
    head: 'square',
    hair: 'tufts',
    clothes: 'jumper',
    glasses: 'half',
    brows: 'bushy',
    eyes: 'smiling',
  }),
  face([1, 3, 4, 3, 3], {
    hat: 'wool',
    hair: 'long',
    clothes: 'roll',
    eyes: 'open',
    mouth: 'grin',
  }),
  face([5, 1, 6, 1, 1], {
    head: 'round',
    hair: 'curls',
    clothes: 'shirt',
    mouth: 'grin',
    nose: 'big',
  }),
  face([3, 2, 3, 8, 2], {
    hat: 'cap',
    hair: 'short',
    clothes: 'shirt',
    beard: 'full',
    nose: 'long',
  }),
  face([2, 3, 6, 5, 5], {
    hair: 'bun',
    clothes: 'scarf',
    glasses: 'round',
    eyes: 'open',
    mouth: 'smile',
  }),
  face([1, 6, 2, 1, 4], {
    head: 'long',
    hair: 'parted',
    clothes: 'bow',
    glasses: 'square',
    beard: 'none',
    mouth: 'smirk',
    nose: 'long',
  }),
]

const CROPPED: Face['hair'][] = ['none', 'tufts', 'short', 'parted', 'quiff', 'curls']
const FULL: Face['hair'][] = ['bob', 'long', 'fringe', 'bun', 'swept', 'cloud', 'curls']

/** Return the face of somebody who has chosen none: always the same for who they are. */
export function faceOf(id: string): Face {
  const lot = lots(id)
  const pick = <const T>(list: readonly T[]): T => list[Math.floor(lot() * list.length)]!
  const one = (count: number) => 1 + Math.floor(lot() * count)
  const long = lot() < 0.5
  const hat = lot() < 0.3
  const colours: Colours = {
    skin: one(5),
    hair: one(7),
    cloth: one(8),
    extra: one(8),
    room: one(6),
  }
  if (colours.extra === colours.cloth) colours.extra = (colours.cloth % 8) + 1
  return {
    colours,
    head: pick(['oval', 'round', 'square', 'long']),
    clothes: pick(['jumper', 'shirt', 'scarf', 'stripes', 'roll', long ? 'pearls' : 'bow']),
    hair: pick(long ? FULL : CROPPED),
    hat: hat
      ? pick(['beret', 'wool', long ? 'kerchief' : 'cap', long ? 'kerchief' : 'bowler'])
      : 'none',
    eyes: pick(['open', 'smiling', 'sly', long ? 'lashes' : 'open']),
    brows: pick(['calm', 'raised', long ? 'calm' : 'bushy', 'bold']),
    nose: pick(['button', 'long', long ? 'button' : 'big']),
    mouth: pick(['smile', 'grin', 'smirk', long ? 'red' : 'smile']),
    beard: !long && lot() < 0.55 ? pick(['moustache', 'handlebar', 'full', 'goatee']) : 'none',
    glasses: lot() < 0.35 ? pick(['round', 'square', 'half']) : 'none',
    rings: long && lot() < 0.4,
  }
}

/** Return numbers from 0 to 1 that follow from a text (FNV-1a, then a xorshift). */
function lots(text: string): () => number {
  let state = 0x811c9dc5
  for (const sign of text) state = Math.imul(state ^ sign.codePointAt(0)!, 0x01000193)
  state ||= 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  next()
  next()
  return next
}
