// Messages between the page and the worker with the table.

import type {
  AskedAuction,
  NewDeal,
  NewVariation,
  PracticePlace,
  RecordFault,
  ScoreSheet,
  View,
} from '../net/messages'

/** The settings of a new table. */
export interface Opening {
  preset: string
  options: Record<string, unknown>
  level: string
}

/** A request that plays at no table: lessons, deals that are over, and the score sheet of real cards. */
export type LocalRequest =
  | LessonRequest
  | PuzzleRequest
  | BoardRequest
  | RecordRequest
  | MatchRequest
  | { of: 'speed' }
  | { of: 'hint'; seed: number; view: View }
  | { of: 'shown'; auction: AskedAuction }
  | { of: 'sheet'; sheet: ScoreSheet }

/** A deal of a match of the server, by its record: its review, or a master's opinion. */
export type RecordRequest =
  | { of: 'review'; record: string; deal: number }
  | { of: 'opinion'; record: string; deal: number; action: number }

/** A puzzle without a server, or an answer to it; or those of the last days, or of a drill. `choices`:
 * the answers so far, by game and day. */
export type PuzzleRequest =
  | { of: 'puzzle'; preset: string; day: string; choices: Record<string, string>; choice?: string }
  | { of: 'puzzles'; preset: string; day: string; choices: Record<string, string> }
  | { of: 'drill'; preset: string; about?: string }
  | { of: 'drilled'; puzzle: string; choice?: string }

/** A record step by step or played on in another way, and a deal that was laid out. */
export type BoardRequest =
  | { of: 'replay'; record: string }
  | { of: 'variation'; record: string; varied: NewVariation }
  | { of: 'entered'; deal: NewDeal }

/** A match of this device: reviewed, looked at, played on in another way, and its errors practised.
 * Without a match, the errors that are due; `review`: a deal is reviewed where none is. */
export type MatchRequest =
  | { of: 'review'; match: string; deal: number }
  | { of: 'opinion'; match: string; deal: number; action: number }
  | { of: 'played'; match: string }
  | { of: 'varied'; match: string; varied: NewVariation }
  | { of: 'mistakes'; match: string; review: boolean }
  | { of: 'position'; place: PracticePlace }
  | { of: 'practised'; place: PracticePlace; choice: string }

export interface LessonRequest {
  of: 'course' | 'deal' | 'count'
  preset: string
  language: string
  done?: string[]
  level?: number
  seed?: number
}

export type ToWorker =
  | { do: 'open'; table: string; name: string; asked: Opening }
  | { do: 'restore'; table: string }
  | { do: 'say'; frame: string }
  | { do: 'record'; number: number }
  | { do: 'teach'; number: number; asked: LocalRequest }

export type FromWorker =
  | { reported: 'ready' }
  | { reported: 'frame'; frame: string }
  | { reported: 'record'; number: number; text: string }
  | { reported: 'taught'; number: number; answer: Taught }
  | { reported: 'progress'; number: number; done: number }
  | { reported: 'refused'; code: string; message: string }

/** An answer from Python. */
export interface Answer {
  entries?: Entry[]
  frames?: string[]
  refused?: string
  message?: string
  /** The match has ended. */
  over?: boolean
}

/** An answer to a `LocalRequest`, or why there is none. */
export interface Taught {
  answer?: unknown
  refused?: string
  message?: string
  fault?: RecordFault | null
}

/** An entry of the log: its version, the id of the message that asked for it, and its JSON. */
export type Entry = [number, string | null, string]

/** The table in Python; `rebelote.offline.page`. */
export interface Page {
  open(table: string, name: string, asked: string, secret: string): string
  restore(table: string, name: string, log: string): string
  finished(log: string): string
  receive(frame: string, secret: string): string
  record(name: string, log: string): string
}

/** The messages to the page where the entries of a message could not be written, once the table is
 * as its log says: the refusal, and to join again. Not after a refused `join`: that would not end. */
export function takenBack(frame: string): FromWorker[] {
  const { type, id = null } = JSON.parse(frame) as { type: string; id?: string }
  const refused = { type: 'refused', id, code: 'server-busy', message: '', rule: '', version: 0 }
  const refusal: FromWorker = { reported: 'frame', frame: JSON.stringify(refused) }
  return type === 'join' ? [refusal] : [refusal, { reported: 'ready' }]
}
