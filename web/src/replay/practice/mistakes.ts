// The lesson and the positions of each group of mistakes.

import type { MistakeGroup } from '../../net/messages'

export type Group = MistakeGroup['group']

/** The lesson that a teacher would repeat; a course without it opens at its overview. */
const LESSONS: Record<Group, string> = {
  took_weak: 'auction',
  passed_strong: 'auction',
  other_trump: 'auction',
  trumps: 'draw',
  gave_points: 'partner',
  partner: 'partner',
  kept_points: 'partner',
  missed_trick: 'trick',
  spent_trump: 'ruff',
  spent_winner: 'trick',
  lead: 'draw',
  declared: 'belote',
  other: '',
}

export const isGroup = (subject: string): subject is Group => subject in LESSONS

/** Groups without positions: what they miss is neither a call nor a card. */
const UNDRILLED: readonly Group[] = ['declared', 'other']

/** Return the address of ten positions of a group; empty where there are none. */
export const drillOf = (preset: string, group: Group): string =>
  UNDRILLED.includes(group) ? '' : `#/drill/${preset}/${group}`

export const lessonOf = (preset: string, group: Group): string =>
  ['#/learn', preset, LESSONS[group]].filter(Boolean).join('/')
