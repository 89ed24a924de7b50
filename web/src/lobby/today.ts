// The deal and the puzzle of the day as the start page shows them: with one's own state.

import { loadMe, me } from '../account/me.svelte'
import type { Words } from '../i18n/words'
import { whenIdle } from '../lib/idle'
import { get } from '../net/api'
import type { Daily, PuzzleOfTheDay } from '../net/messages'
import { dailyTables } from './recentTables'

export interface Today {
  daily: Daily | null
  puzzle: PuzzleOfTheDay | null
}

/** What the server knows of it, once the page is drawn; nothing for who has no name here yet. */
export async function loadToday(preset: string, language: string): Promise<Today> {
  await Promise.all([whenIdle(), loadMe()])
  if (!me.now) return { daily: null, puzzle: null }
  const game = dailyTables()[0]?.preset ?? ''
  const [daily, puzzle] = await Promise.all([
    get<Daily>(`/api/daily?lang=${language}${game && `&preset=${game}`}`).catch(() => null),
    get<PuzzleOfTheDay>(`/api/puzzle?preset=${preset}`).catch(() => null),
  ])
  return { daily, puzzle }
}

export interface Line {
  /** The result, where there is one. */
  result: string
  text: string
}

export function dealLine(t: Words, daily: Daily | null): Line {
  if (daily?.mine) {
    const { better_than: share, mine } = daily
    const better = share === null ? '' : t('ui.daily.better', { percent: Math.round(share * 100) })
    return { result: `${mine.marks} : ${mine.others}`, text: better }
  }
  return { result: '', text: t(daily?.table ? 'ui.start.deal.begun' : 'ui.start.deal.new') }
}

export function puzzleLine(t: Words, puzzle: PuzzleOfTheDay | null): Line {
  const { answered = null, streak = 0 } = puzzle ?? {}
  const row = streak > 1 ? t('ui.today.row', { count: streak }) : ''
  if (!answered) return { result: '', text: row || t('ui.start.puzzle.new') }
  return {
    result: t(answered.right ? 'ui.start.puzzle.right' : 'ui.start.puzzle.wrong'),
    text: row,
  }
}
