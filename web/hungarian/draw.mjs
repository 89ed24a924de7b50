// What the pictures of the Hungarian deck are made of: its inks, outlined shapes, and suit signs.
import { readFileSync } from 'node:fs'

const signs = JSON.parse(
  readFileSync(new URL('../src/cards/hungarian/pips.json', import.meta.url), 'utf8'),
)

/** A picture is two halves of this size, one turned about. */
export const [WIDTH, HALF] = [208, 236]

export const INK = '#2b1d16'
export const inks = {
  red: '#c2242f',
  wine: '#8c1c2c',
  gold: '#eebb45',
  ochre: '#c98a26',
  green: '#2f7a45',
  moss: '#6d7f33',
  blue: '#2c5c9c',
  sky: '#8db9d8',
  plum: '#6a3d6e',
  brown: '#7c4a25',
  tan: '#b98449',
  skin: '#f4d0ac',
  blush: '#e8a386',
  cream: '#fbf2df',
  grey: '#c9ccc9',
  steel: '#93a2ad',
  coal: '#3d302b',
  snow: '#fdfdfb',
}

/** The inks of the signs on the pictures; on the page they are those of `hungarian.css`. */
const signInks = {
  heart: '#c8202f',
  bell: '#f0b429',
  band: '#c8202f',
  leaf: '#2f8a4a',
  vein: '#e9efc4',
  nut: '#a8622a',
  cup: '#4f5d22',
  shine: '#ffffff99',
  ink: INK,
}

/** The ground behind the figures of a suit. */
export const grounds = { H: '#fbe6dc', D: '#fdf0c8', S: '#e6f0da', C: '#f2e4d0' }

/** A shape filled with an ink, outlined in the common line. */
export const shape = (d, ink) => `<path d="${d}" fill="${inks[ink] ?? ink}"/>`

/** A stroke of an ink alone. */
export const line = (d, ink = INK, width = 2.6) =>
  `<path d="${d}" fill="none" stroke="${inks[ink] ?? ink}" stroke-width="${width}"/>`

/** Something long and round, such as a sleeve: a thick stroke with the common outline. */
export const limb = (d, ink, width) => line(d, INK, width + 5) + line(d, ink, width)

/** A shape without an outline. */
export const patch = (d, ink, more = '') =>
  `<path d="${d}" fill="${inks[ink] ?? ink}" stroke="none"${more}/>`

export const disc = (x, y, r, ink) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${inks[ink] ?? ink}"/>`

export const spot = (x, y, r, ink) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${inks[ink] ?? ink}" stroke="none"/>`

/** Parts set somewhere else, turned, or mirrored. */
export const placed = (parts, x, y, turn = 0, scale = 1) =>
  `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ''}${scale === 1 ? '' : ` scale(${scale})`}">${parts}</g>`

const signInk = (ink) => signInks[/--pip-(\w+)/.exec(ink)?.[1]] ?? INK

/** The sign of a suit about a middle. */
export function sign(suit, x, y, size) {
  const layers = signs[suit].map(
    ({ d, fill, stroke, width = 4.5 }) =>
      `<path d="${d}" fill="${fill ? signInk(fill) : 'none'}"` +
      (stroke ? ` stroke="${signInk(stroke)}" stroke-width="${width}"` : ' stroke="none"') +
      '/>',
  )
  return `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})">${layers.join('')}</g>`
}

/** A picture: a half, the same turned about, and what lies across the middle. */
export const picture = (half, across, ground) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${2 * HALF}">` +
  `<defs><clipPath id="clip"><path d="M0 0H${WIDTH}V${HALF}H0Z"/></clipPath>` +
  `<g id="half" clip-path="url(#clip)" stroke="${INK}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round">${half}</g></defs>` +
  `<path d="M0 0H${WIDTH}V${2 * HALF}H0Z" fill="${ground}"/>` +
  `<use href="#half"/><use href="#half" transform="rotate(180 ${WIDTH / 2} ${HALF})"/>${across}</svg>`
