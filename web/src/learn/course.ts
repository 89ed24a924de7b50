// Lessons as the server tells them, in one language and by the law of one rule set; without a network
// the same Python on this device, where it is kept.

import { t } from '../i18n/language.svelte'
import { get } from '../net/api'
import { askAnywhere } from '../offline/askAnywhere'
import type { LessonRequest } from '../offline/protocol'
import { isPaired } from '../cards/cards'
import { isOwn, summaryOf } from '../net/games'
import type { Course, CountDeal, GuidedDeal, Position } from '../net/messages'
import { settings } from '../settings/settings.svelte'

/** The orders of cards that a lesson asks about; that of trumps not before it is taught. */
export type Order = 'trump' | 'plain'
const BOTH: readonly Order[] = ['trump', 'plain']
const ORDERS: Readonly<Record<string, readonly Order[]>> = {
  trick: ['plain'],
  follow: ['plain'],
  trumps: BOTH,
  ruff: BOTH,
  partner: BOTH,
  taking: BOTH,
  roem: BOTH,
  last: ['plain'],
  count: ['trump'],
  draw: BOTH,
  practice: BOTH,
}
/** Return the orders of a lesson; none for auctions, where cards have another worth. */
export const ordersIn = (lesson: string): readonly Order[] => ORDERS[lesson] ?? []

/** The course of rule sets that have none of their own. */
const OF_OTHERS = 'french'

/** Return the rule set that is taught to players of this one. */
export const taughtFor = (preset: string): string =>
  isCourse(preset) ? preset : preset.startsWith('flemish') ? 'flemish' : OF_OTHERS

/** Whether a rule set has a course: those for four do. */
export const isCourse = (preset: string): boolean =>
  isOwn(preset) && isPaired(summaryOf(preset)?.players ?? 0)

/** A course and a lesson in it; empty: the overview. */
export interface Address {
  preset: string
  lesson: string
}

/** Return what an address is about: a lesson of the usual course, another course, or its lesson. */
export function addressOf(about: string, usual: string): Address {
  const [first = '', second = ''] = about.split('/')
  if (isCourse(first)) return { preset: first, lesson: second }
  return { preset: taughtFor(usual), lesson: first }
}

/** Return the address of a lesson; of the overview where none is named. */
export function linkTo(preset: string, lesson = ''): string {
  const own = preset === taughtFor(settings.preset) ? [] : [preset]
  return ['#/learn', ...own, ...(lesson ? [lesson] : [])].join('/')
}

const courses = new Map<string, Course>()

/** Fetch every lesson once. */
export async function fetchCourse(preset: string, language: string): Promise<Course> {
  const path = `/api/learn/${preset}?lang=${language}`
  const known = courses.get(path) ?? (await ask<Course>(path, { of: 'course', preset, language }))
  courses.set(path, known)
  return known
}

export const fetchDeal = (preset: string, language: string, done: string[]): Promise<GuidedDeal> =>
  ask(`/api/learn/${preset}/deal?${new URLSearchParams({ lang: language, done: done.join() })}`, {
    of: 'deal',
    preset,
    language,
    done,
  })

export function fetchCount(preset: string, language: string, level: number, seed: number) {
  const asked = { lang: language, level: String(level), seed: String(seed) }
  const path = `/api/learn/${preset}/count?${new URLSearchParams(asked)}`
  return ask<CountDeal>(path, { of: 'count', preset, language, level, seed })
}

const ask = <T>(path: string, request: LessonRequest): Promise<T> =>
  askAnywhere<T>(() => get<T>(path), request, t('ui.learn.unkept'))

/** The words of the pages, with their holes filled. */
export type LearnWords = (key: string, values?: Record<string, string | number>) => string

export const wordsOf =
  (course: Course): LearnWords =>
  (key, values = {}) =>
    (course.words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name: string) =>
      String(values[name] ?? hole),
    )

/** Return a trick with the seat of each card. */
export const seated = (at: Pick<Position, 'leader' | 'trick'>): { seat: number; card: string }[] =>
  at.trick.map((card, turn) => ({ seat: (at.leader + turn) % 4, card }))

/** The guided deal, which ends a course. */
export const GUIDED = 'deal'

/** Return the address that follows a lesson: the next one, then the guided deal. */
export function after(course: Course, name: string): string {
  const at = course.lessons.findIndex((lesson) => lesson.name === name)
  return linkTo(course.preset, course.lessons[at + 1]?.name ?? GUIDED)
}

/** Return the names under which a lesson of a course is remembered as done, today's first. */
export const storedAs = (course: Course, name: string): string[] =>
  name === GUIDED
    ? course.deal
    : (course.lessons.find((lesson) => lesson.name === name)?.stored ?? [])

/** Whether a lesson of a course is among those that are done. */
export const isDone = (course: Course, name: string, done: string[]): boolean =>
  storedAs(course, name).some((stored) => done.includes(stored))

/** Return the first lesson that is not done; null once all are. */
export const upNext = (course: Course, done: string[]): string | null =>
  [...course.lessons.map((lesson) => lesson.name), GUIDED].find(
    (name) => !isDone(course, name, done),
  ) ?? null
