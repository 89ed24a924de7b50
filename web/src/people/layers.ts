// The drawing of a portrait's parts: flat shapes, one over the other, on a field of 96 by 96.

type Part<K extends keyof typeof PARTS> = keyof (typeof PARTS)[K] & string

export interface Face {
  head: Part<'head'>
  clothes: Part<'clothes'>
  hair: Part<'hair'>
  hat: Part<'hat'>
  eyes: Part<'eyes'>
  brows: Part<'brows'>
  nose: Part<'nose'>
  mouth: Part<'mouth'>
  beard: Part<'beard'>
  glasses: Part<'glasses'>
  rings: boolean
  /** Numbers of the palette. */
  colours: Colours
}

export interface Colours {
  skin: number
  hair: number
  cloth: number
  extra: number
  room: number
}

/** A shape and its colours, which are roles of the palette in `tokens.css`. */
export interface Layer {
  d: string
  fill?: string
  stroke?: string
  width?: number
}

const disc = (x: number, y: number, across: number, down = across): string =>
  `M${x - across} ${y}a${across} ${down} 0 1 0 ${2 * across} 0a${across} ${down} 0 1 0 ${-2 * across} 0z`

const skin = 'skin'
const hair = 'hair'
const cloth = 'cloth'
const extra = 'extra'
const linen = 'linen'
const ink = 'ink'
const shade = 'shade'
const light = 'light'
const mouth = 'mouth'
const gold = 'gold'

const filled = (fill: string, ...shapes: string[]): Layer[] => [{ d: shapes.join(''), fill }]
const drawn = (stroke: string, width: number, ...lines: string[]): Layer[] => [
  { d: lines.join(''), stroke, width },
]
const EYES_Y = 47
const LEFT = 39.5
const RIGHT = 56.5

const HEADS = {
  oval: 'M28 43c0-17 8-26 20-26s20 9 20 26c0 16-9 27-20 27S28 59 28 43z',
  round: 'M26 45c0-17 9-27 22-27s22 10 22 27c0 15-10 25-22 25S26 60 26 45z',
  square:
    'M27.5 41c0-15 8-23 20.5-23s20.5 8 20.5 23c0 6-.5 12-2 17-2.5 8-9.5 12-18.5 12s-16-4-18.5-12c-1.5-5-2-11-2-17z',
  long: 'M29 40c0-15 8-24 19-24s19 9 19 24c0 8-1 15-3 20-3 8-9 13-16 13s-13-5-16-13c-2-5-3-12-3-20z',
}

const SHOULDERS = 'M6 100c1-18 13-26 30-28h24c17 2 29 10 30 28z'
const CLOTHES = {
  jumper: [...filled(cloth, SHOULDERS), ...drawn(light, 4, 'M35 73q13 15 26 0')],
  shirt: [
    ...filled(cloth, SHOULDERS),
    ...filled(linen, 'M48 84l-14-14-5 5 8 15zM48 84l14-14 5 5-8 15z'),
    ...drawn(shade, 2, 'M48 85v12'),
  ],
  scarf: [
    ...filled(cloth, SHOULDERS),
    ...filled(extra, 'M30 68q18 10 36 0 5 5 3 11-21 9-42 0-2-6 3-11zM54 80l12-3 4 22H56z'),
    ...drawn(shade, 2, 'M30 75q18 8 36 0'),
  ],
  bow: [
    ...filled(linen, SHOULDERS),
    ...filled(cloth, 'M6 100c1-18 13-26 30-28l6 28zM90 100c-1-18-13-26-30-28l-6 28z'),
    ...filled(extra, 'M48 79l-12-6v13zM48 79l12-6v13z', disc(48, 79.5, 3.4)),
  ],
  stripes: [
    ...filled(linen, SHOULDERS),
    ...drawn(cloth, 4, 'M24 79q24 9 48 0M13 88q35 12 70 0M9 97q39 12 78 0'),
  ],
  roll: [
    ...filled(cloth, SHOULDERS),
    ...filled(cloth, 'M36 63h24l3 14q-15 7-30 0z'),
    ...drawn(shade, 2, 'M33.5 76q14.5 7 29 0'),
  ],
  apron: [
    ...filled(linen, SHOULDERS),
    ...filled(cloth, 'M30 82h36l4 18H26zM33 72l4 11h-5l-3-10zM63 72l-4 11h5l3-10z'),
    ...drawn(shade, 2, 'M40 73l8 8 8-8'),
  ],
  pearls: [
    ...filled(cloth, SHOULDERS),
    ...filled(skin, 'M37 72q11 16 22 0z'),
    ...[35, 38, 42, 48, 54, 58, 61].flatMap((x, i) =>
      filled(linen, disc(x, [73, 77.5, 81, 82.5, 81, 77.5, 73][i]!, 2.7)),
    ),
  ],
}

/** Hair behind the head, and over it. */
const HAIRS: Record<
  | 'none'
  | 'tufts'
  | 'short'
  | 'parted'
  | 'quiff'
  | 'curls'
  | 'cloud'
  | 'bob'
  | 'long'
  | 'fringe'
  | 'bun'
  | 'swept',
  [Layer[], Layer[]]
> = {
  none: [[], []],
  tufts: [
    [],
    filled(
      hair,
      'M27.5 36c-4 1-6 6-5 13 1 3 3 4 5 4 1-6 0-11 0-17zM68.5 36c4 1 6 6 5 13-1 3-3 4-5 4-1-6 0-11 0-17z',
    ),
  ],
  short: [
    [],
    filled(hair, 'M26 44c-3-20 7-31 22-31s25 11 22 31c-1-6-3-11-6-15-9 3-23 3-31-1-4 4-6 9-7 16z'),
  ],
  parted: [
    [],
    filled(
      hair,
      'M26 45c-4-19 5-32 21-32 17 0 26 12 23 32-1-7-3-12-8-16-9 0-17-3-22-8-1 7-4 10-9 13-3 3-4 6-5 11z',
    ),
  ],
  quiff: [
    [],
    filled(
      hair,
      'M26.5 43c-2-7-1-14 2-18-1-5 2-10 8-11 9-5 24-5 30 4 5 6 5 16 3 25-1-6-3-10-6-14-12 2-22 0-29-6-4 4-6 12-8 20z',
    ),
  ],
  curls: [
    filled(hair, disc(27, 40, 8), disc(69, 40, 8)),
    filled(
      hair,
      disc(29, 29, 8),
      disc(36, 21, 9),
      disc(47, 18, 10),
      disc(59, 20, 9),
      disc(67, 28, 8),
    ),
  ],
  cloud: [
    filled(hair, disc(48, 36, 30, 28)),
    filled(hair, 'M29 38q2-14 19-14t19 14q3-22-19-22T29 38z'),
  ],
  bob: [
    filled(
      hair,
      'M21 66c-3-8-3-20-1-30C22 19 33 11 48 11s26 8 28 25c2 10 2 22-1 30-6 5-14 5-18 3H39c-4 2-12 2-18-3z',
    ),
    filled(hair, 'M26 44c0-17 6-27 22-27s22 10 22 27c-3-5-5-9-6-14-12 2-24 1-32-2-1 6-3 11-6 16z'),
  ],
  long: [
    filled(
      hair,
      'M19 84c-3-14-2-34 1-48C23 19 33 11 48 11s25 8 28 25c3 14 4 34 1 48-8 4-18 2-22-2H41c-4 4-14 6-22 2z',
    ),
    filled(hair, 'M26 50c-2-22 6-34 22-34s24 12 22 34c-3-12-12-20-20-27-7 8-21 14-24 27z'),
  ],
  fringe: [
    filled(
      hair,
      'M20 62c-2-10-2-18 0-26C23 19 33 11 48 11s25 8 28 25c2 8 2 16 0 26-4 4-10 4-14 2H34c-4 2-10 2-14-2z',
    ),
    filled(hair, 'M26 42c0-17 7-26 22-26s22 9 22 26c-14-4-30-4-44 0z'),
  ],
  bun: [
    filled(hair, disc(48, 11.5, 10)),
    filled(
      hair,
      'M26 46c-3-19 5-30 22-30s25 11 22 30c-2-9-7-15-13-19-5 2-13 2-18 0-6 4-11 10-13 19z',
    ),
  ],
  swept: [
    filled(hair, disc(70, 62, 8, 13)),
    filled(
      hair,
      'M26 47c-4-20 4-33 23-33 16 0 24 12 21 33-3-7-6-13-8-20-9 4-24 5-29 3-4 4-6 9-7 17z',
    ),
  ],
}

const HATS = {
  none: [] as Layer[],
  beret: [
    ...filled(
      extra,
      'M19 26c-3-10 12-19 30-18 20 1 31 10 28 17-2 5-9 4-14 3-11-3-24-3-34 0-5 2-9 1-10-2z',
      disc(51, 7, 2.5),
    ),
    ...drawn(shade, 3, 'M28 29q20-7 40 0'),
  ],
  cap: [
    ...filled(extra, 'M23 30c-1-13 10-21 26-21s26 9 24 20z'),
    ...filled(extra, 'M20 31q26-9 55-1 4 5-3 5-25-6-49 0-6 0-3-4z'),
    ...drawn(shade, 2.5, 'M22 31q26-8 52-1'),
  ],
  bowler: [
    ...filled(extra, 'M27 28c0-14 6-23 21-23s21 9 21 23z'),
    ...filled(extra, disc(48, 29, 31, 4.5)),
    ...drawn(light, 3.5, 'M27.5 24q20 4 41 0'),
  ],
  kerchief: [
    ...filled(
      extra,
      'M23 40c-1-19 9-29 25-29s26 10 25 29c-3-7-6-10-10-12-9-3-21-3-30 0-4 2-7 5-10 12z',
    ),
    ...filled(extra, 'M66 15l13-7-3 12zM68 17l13 5-11 6z'),
    ...filled(
      linen,
      disc(35, 21, 2),
      disc(47, 17, 2),
      disc(59, 21, 2),
      disc(30, 29, 1.8),
      disc(66, 29, 1.8),
    ),
  ],
  wool: [
    ...filled(linen, disc(48, 7, 6)),
    ...filled(extra, 'M25 32c0-15 8-23 23-23s23 8 23 23z'),
    ...filled(cloth, 'M23 28h50q3 0 3 4t-3 4H23q-3 0-3-4t3-4z'),
  ],
}

const EYES = {
  open: filled(ink, disc(LEFT, EYES_Y, 2.7, 3.1), disc(RIGHT, EYES_Y, 2.7, 3.1)),
  smiling: drawn(ink, 2.6, 'M35.5 48.500q4-5 8 0M52.5 48.500q4-5 8 0'),
  sly: [
    ...filled(ink, disc(LEFT + 1, EYES_Y + 0.5, 2.6), disc(RIGHT + 1, EYES_Y + 0.5, 2.6)),
    ...drawn(ink, 2.2, 'M35 45.500h9.500M52 45.500h9.5'),
  ],
  lashes: [
    ...filled(ink, disc(LEFT, EYES_Y, 2.7, 3.1), disc(RIGHT, EYES_Y, 2.7, 3.1)),
    ...drawn(ink, 1.8, 'M35 47q1-4 5-4.500M35 47l-2-2M61 47q-1-4-5-4.500M61 47l2-2'),
  ],
}

const BROWS = {
  calm: drawn('brow', 2.6, 'M34.5 40q5-3.5 9.5-1M52 39q4.5-2.5 9.5 1'),
  raised: drawn('brow', 2.6, 'M34.5 38.500q5-4.5 9.5-1.500M52 39.500q5-2 9.5 .5'),
  bushy: drawn('brow', 4, 'M34 40.500q5-3 10-.5M52 40q5-2.5 10 .5'),
  bold: drawn('brow', 3, 'M34.5 38.500l9.5 2.500M52 41l9.5-2.5'),
}

const NOSES = {
  button: filled(shade, disc(48, 53.5, 4, 3.3)),
  long: drawn(shade, 3, 'M47.5 45q-4 8-3 10 3 2 6 .5'),
  big: filled(shade, 'M46 45h4q1 5 4.5 8 1.5 4-6.5 4.5-8-.5-6.5-4.5 3.5-3 4.5-8z'),
}

const MOUTHS = {
  smile: drawn(mouth, 2.6, 'M41 61q7 6 14 0'),
  grin: [
    ...filled(mouth, 'M39.5 60h17q-1 8.5-8.5 8.500t-8.5-8.500z'),
    ...filled(linen, 'M41 60h14v2.200H41z'),
  ],
  smirk: drawn(mouth, 2.6, 'M42 62.500q7 2.5 12-2.5'),
  red: [
    ...filled('lips', 'M40.5 61q4-3.5 7.5-1 3.5-2.5 7.5 1-3 5-7.5 5t-7.5-5z'),
    ...drawn(shade, 1.4, 'M41 61.500q7 2 14 0'),
  ],
}

const BEARDS = {
  none: [] as Layer[],
  moustache: filled(
    hair,
    'M48 57c-4-3-12-2-15 4 5 2.5 12 2 15-1.5 3 3.5 10 4 15 1.5-3-6-11-7-15-4z',
  ),
  handlebar: filled(
    hair,
    'M48 57c-4-3-10-1-13 1-3 1.5-6 0-6-3-3 5-1 9 5 9 6-.5 12-2 14-4.5 2 2.5 8 4 14 4.5 6 0 8-4 5-9 0 3-3 4.5-6 3-3-2-9-4-13-1z',
  ),
  full: filled(
    hair,
    'M27 47c2 3 3 7 5 9 4-2 10-2 16 0 6-2 12-2 16 0 2-2 3-6 5-9 2 20-7 33-21 33S25 67 27 47zM41 60.500q7 6 14 0-7-2.5-14 0z',
  ),
  goatee: filled(
    hair,
    'M41 66q7 3 14 0 0 10-7 11-7-1-7-11zM48 57c-3-2-8-1-10 2q6 1 10 0 4 1 10 0c-2-3-7-4-10-2z',
  ),
}

const GLASSES = {
  none: [] as Layer[],
  round: drawn(
    'frame',
    2.4,
    disc(LEFT - 0.5, EYES_Y, 7.5),
    disc(RIGHT + 0.5, EYES_Y, 7.5),
    'M46.5 46q1.5-1.5 3 0M31 45l-4-1M65 45l4-1',
  ),
  square: drawn(
    'frame',
    3,
    'M31.5 42h13.500v8q0 3-3 3h-7.500q-3 0-3-3zM51 42h13.500v8q0 3-3 3H54q-3 0-3-3zM45 44h6',
  ),
  half: drawn(
    gold,
    2.2,
    'M31 51h14.500q-1 7-7.2 7T31 51zM50.5 51H65q-1 7-7.2 7t-7.3-7zM45.5 51q2.5-2 5 0',
  ),
}

export const PARTS = {
  head: HEADS,
  clothes: CLOTHES,
  hair: HAIRS,
  hat: HATS,
  eyes: EYES,
  brows: BROWS,
  nose: NOSES,
  mouth: MOUTHS,
  beard: BEARDS,
  glasses: GLASSES,
}

const EARS = filled(skin, disc(27, 48, 4.5, 6), disc(69, 48, 4.5, 6))
const RINGS = filled(gold, disc(26, 56, 2.6), disc(70, 56, 2.6))

/** Grey brows where the hair is white. */
const BROWS_AT_MOST = 6
const SHARED = new Set(['light', 'shade', 'blush', linen, ink, 'lips', gold, mouth, 'frame'])

/** Return the colour of a role in a face. */
export function colourOf({ colours }: Face, role: string): string {
  if (SHARED.has(role)) return `var(--portrait-${role})`
  if (role === 'brow') return `var(--hair-${Math.min(colours.hair, BROWS_AT_MOST)})`
  const kind = role === extra ? cloth : role
  return `var(--${kind}-${colours[role as keyof Colours]})`
}

/** Return the shapes of a face, from the back to the front. */
export function layersOf(face: Face): Layer[] {
  const [behind, before] = HAIRS[face.hair]
  const under = face.hat !== 'none' && face.hair === 'bun' ? [] : behind
  const bearded = face.beard === 'full'
  return [
    { d: 'M0 0h96v96H0z', fill: 'room' },
    ...filled(light, disc(48, 40, 37)),
    ...under,
    ...filled(skin, 'M39 58h18v17q-9 9-18 0z'),
    ...filled(shade, 'M39 66q9 9 18 0v4q-9 8-18 0z'),
    ...CLOTHES[face.clothes],
    ...EARS,
    ...filled(skin, HEADS[face.head]),
    ...filled('blush', disc(34, 56, 5, 4), disc(62, 56, 5, 4)),
    ...(bearded ? BEARDS.full : []),
    ...MOUTHS[face.mouth],
    ...(bearded ? [] : BEARDS[face.beard]),
    ...NOSES[face.nose],
    ...EYES[face.eyes],
    ...BROWS[face.brows],
    ...before,
    ...HATS[face.hat],
    ...GLASSES[face.glasses],
    ...(face.rings ? RINGS : []),
  ]
}
