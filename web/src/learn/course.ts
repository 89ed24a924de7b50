// Lessons as the server tells them, in one language and by the law of one rule set; without a network
// the same Python on this device, where it is kept.

import { t } from '../i18n/language.svelte'
import { get } from '../net/api'
import { askAnywhere } from '../offline/askAnywhere'
import type { LessonRequest } from '../offline/protocol'
import type { Course, CountDeal, GuidedDeal, Position } from '../net/messages'

/** The rule set that is taught to who plays by this one. */
export const taughtFor = (preset: string): string =>
  ['flemish', 'bulgarian'].find((taught) => preset.startsWith(taught)) ?? 'french'

const courses = new Map<string, Course>()

/** Every lesson, fetched once. */
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

/** A trick with the seat of each card. */
export const seated = (at: Pick<Position, 'leader' | 'trick'>): { seat: number; card: string }[] =>
  at.trick.map((card, turn) => ({ seat: (at.leader + turn) % 4, card }))

/** What comes after a lesson, as the end of an address: the next one, then the guided deal; after an auction the overview. */
export function after(course: Course, name: string): string {
  const at = course.lessons.findIndex((lesson) => lesson.name === name)
  return at < 0 ? '' : `/${course.lessons[at + 1]?.name ?? 'deal'}`
}

/** The first lesson that is not done; null once all are. */
export const upNext = (course: Course, done: string[]): string | null =>
  [...course.lessons.map((lesson) => lesson.name), 'deal'].find((name) => !done.includes(name)) ??
  null
