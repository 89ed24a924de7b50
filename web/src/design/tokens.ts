// The tokens of the design as the style sheets write them: the page of the design shows all of them
// without a list of its own.

import shared from '../../../src/rebelote/server/web/colours.css?raw'
import colours from '../app/tokens.css?raw'
import scale from '../app/scale.css?raw'

export interface Token {
  /** With its two hyphens. */
  name: string
  value: string
}

export interface Colour extends Token {
  /** Its value by night, where that is another. */
  night: string
}

const DECLARED = /(--[\w-]+):\s*([^;]+);/g
const NIGHT = /@media \(prefers-color-scheme: dark\) \{([\s\S]*?\n)\}/g
const FELT = /\[data-felt=[\s\S]*?\n\}/g
const COMMENT = /\/\*[\s\S]*?\*\//g

const declared = (css: string): Token[] =>
  [...css.matchAll(DECLARED)].map(([, name, value]) => ({ name: name!, value: value! }))

/** Return the measures whose names begin so: `text`, `space`, `radius`, `lift`, `time`, `ease`. */
export const measures = (kind: string, css = scale): Token[] =>
  declared(css.replace(COMMENT, '')).filter(({ name }) => name.startsWith(`--${kind}-`))

/** Return the colours of paper, wood, cards and the like; those of a felt are seen on it. */
export function colourRoles(css = shared + colours): Colour[] {
  const plain = css.replace(COMMENT, '')
  const nights = new Map(
    [...plain.matchAll(NIGHT)].flatMap(([, body]) =>
      declared(body!).map(({ name, value }) => [name, value] as const),
    ),
  )
  return declared(plain.replace(NIGHT, '').replace(FELT, '')).map((day) => ({
    ...day,
    night: nights.get(day.name) ?? '',
  }))
}
