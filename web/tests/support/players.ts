// The players at a table of a test: a person, and bots after them.

import type { Player } from '../../src/net/messages'

const player = (name: string, seat: number): Player => ({
  seat,
  name,
  bot: seat > 0,
  connected: true,
  ready: false,
  level: '',
  person: null,
  stand_in: false,
  rating: null,
  host: false,
  asks_to_pause: false,
  asks_to_surrender: false,
  program: false,
  portrait: 0,
})

export const playersOf = (...names: string[]): Player[] => names.map(player)
