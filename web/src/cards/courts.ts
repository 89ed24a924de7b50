// Addresses of the pictures of jacks, queens and kings.

const pictures = import.meta.glob<string>('../../.courts/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})

export const courtOf = (card: string): string | undefined => pictures[`../../.courts/${card}.svg`]

/** Fetch the pictures before they are dealt. Never rejects. */
export async function fetchPictures(): Promise<void> {
  await Promise.all(Object.values(pictures).map(fetched))
}

function fetched(address: string): Promise<unknown> {
  const picture = new Image()
  picture.src = address
  return picture.decode().catch(() => null)
}
