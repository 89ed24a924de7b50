// Where is the picture of a jack, queen or king fetched from?

const pictures = import.meta.glob<string>('../.courts/*.svg', { query: '?url', import: 'default', eager: true })

export const courtOf = (card: string): string | undefined => pictures[`../.courts/${card}.svg`]

/** Fetch the pictures before they are dealt. */
export function preload(): void {
  for (const address of Object.values(pictures)) new Image().src = address
}
