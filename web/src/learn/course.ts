// Lessons as the server tells them, in one language and by the law of one rule set.

import { get } from '../net/api'
import type { Course, CountDeal, GuidedDeal, Position } from '../net/messages'

/** The rule set that is taught to who plays by this one. */
export const taughtFor = (preset: string): string =>
  preset.startsWith('flemish') ? 'flemish' : 'french'

const courses = new Map<string, Course>()

/** Every lesson, fetched once. */
export async function fetchCourse(preset: string, language: string): Promise<Course> {
  const path = `/api/learn/${preset}?lang=${language}`
  const known = courses.get(path) ?? (await get<Course>(path))
  courses.set(path, known)
  return known
}

export const fetchDeal = (preset: string, language: string, done: string[]): Promise<GuidedDeal> =>
  get(`/api/learn/${preset}/deal?${new URLSearchParams({ lang: language, done: done.join() })}`)

export function fetchCount(preset: string, language: string, level: number, seed: number) {
  const asked = { lang: language, level: String(level), seed: String(seed) }
  return get<CountDeal>(`/api/learn/${preset}/count?${new URLSearchParams(asked)}`)
}

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

/** What comes after a lesson: the next one, then the guided deal. */
export function after(course: Course, name: string): string {
  const at = course.lessons.findIndex((lesson) => lesson.name === name)
  return course.lessons[at + 1]?.name ?? 'deal'
}

/** The first lesson that is not done; null once all are. */
export const upNext = (course: Course, done: string[]): string | null =>
  [...course.lessons.map((lesson) => lesson.name), 'deal'].find((name) => !done.includes(name)) ??
  null
