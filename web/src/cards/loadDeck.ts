// Takes another deck into use. All but the French one are loaded when they are chosen.

import { FRENCH, type Deck } from './deck'
import { deck } from './deck.svelte'

const LOADED: Record<Deck['name'], () => Deck | Promise<Deck>> = {
  french: () => FRENCH,
  hungarian: () => import('./hungarian/deck').then(({ HUNGARIAN }) => HUNGARIAN),
}
let latest: Deck['name']

/** Without a connection the deck in use stays. Never rejects. */
export async function loadDeck(name: Deck['name']): Promise<void> {
  latest = name
  try {
    const loaded = await LOADED[name]()
    if (latest === name) deck.now = loaded
  } catch {
    // The French cards are always there.
  }
}

/** Fetch its pictures before they are dealt. Never rejects. */
export async function fetchPictures(): Promise<void> {
  await Promise.all(Object.values(deck.now.pictures).map(fetched))
}

function fetched(address: string): Promise<unknown> {
  const picture = new Image()
  picture.src = address
  return picture.decode().catch(() => null)
}
