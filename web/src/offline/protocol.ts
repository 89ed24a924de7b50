// Messages between the page and the worker with the table.

/** What a new table is asked to be. */
export interface Opening {
  preset: string
  options: Record<string, unknown>
  level: string
}

/** What is asked of the lessons. */
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
  | { do: 'teach'; number: number; asked: LessonRequest }

export type FromWorker =
  | { told: 'ready' }
  | { told: 'frame'; frame: string }
  | { told: 'record'; number: number; text: string }
  | { told: 'taught'; number: number; answer: Taught }
  | { told: 'refused'; code: string; message: string }

/** What Python answers. */
export interface Answer {
  entries?: Entry[]
  frames?: string[]
  refused?: string
  message?: string
  /** The match has ended. */
  over?: boolean
}

/** An answer of the lessons, or why there is none. */
export interface Taught {
  answer?: unknown
  refused?: string
  message?: string
}

/** An entry of the log: its version, the id of the message that asked for it, and its JSON. */
export type Entry = [number, string | null, string]
