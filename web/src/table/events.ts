// The server's reports on a table: events of the game, and others.

import type * as m from '../net/messages'
import type { Event } from '../net/messages'

/** Events beside the game: seats, settings, interruptions. */
export type TableEvent =
  | m.SeatTaken
  | m.SeatLeft
  | m.SeatsSwapped
  | m.BotSubstituted
  | m.BotFailed
  | m.CameBack
  | m.TermsChanged
  | m.MatchCalledOff
  | m.MatchGivenUp
  | m.ActionTakenBack
  | m.TimeUp
  | m.RestClaimed
  | m.ClaimAnswered
export type Happening = Event | TableEvent
