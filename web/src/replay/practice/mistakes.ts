// The lesson of each group of mistakes.

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

export const lessonOf = (preset: string, group: Group): string =>
  ['#/learn', preset, LESSONS[group]].filter(Boolean).join('/')
