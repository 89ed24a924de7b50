// The deal and the puzzle of the day as the start page shows them: with one's own state.

import { loadMe, me } from '../../account/me.svelte'
import type { Words } from '../../i18n/words'
import { whenIdle } from '../../lib/idle'
import { get } from '../../net/api'
import type { Today } from '../../net/messages'
import { dailyTables } from './recentTables'

/** Fetch the player's day once the page is drawn; null for a visitor without a name here. */
export async function loadDay(preset: string): Promise<Today | null> {
  await Promise.all([whenIdle(), loadMe()])
  return me.now && get<Today>(`/api/today?preset=${preset}`)
}

export interface Line {
  /** The result, where there is one. */
  result: string
  text: string
  /** Days in a row; 0 where they are not yet worth saying. */
  streak: number
}

const worth = (streak = 0): number => (streak > 1 ? streak : 0)

/** Describe the deal of the game played last. */
export function dealLine(t: Words, today: Today | null, last = dailyTables()[0]?.preset): Line {
  const deal = today?.deals.find(({ preset }) => preset === last) ?? today?.deals[0]
  const streak = worth(today?.deal_streak)
  if (!deal?.mine)
    return {
      result: '',
      text: t(deal?.table ? 'ui.start.deal.begun' : 'ui.start.deal.new'),
      streak,
    }
  const { better_than: share, mine } = deal
  const better = share === null ? '' : t('ui.daily.better', { percent: Math.round(share * 100) })
  return { result: `${mine.marks} : ${mine.others}`, text: better, streak }
}

export function puzzleLine(t: Words, today: Today | null): Line {
  const right = today?.puzzle.right ?? null
  const streak = worth(today?.puzzle_streak)
  if (right === null) return { result: '', text: t('ui.start.puzzle.new'), streak }
  return { result: t(right ? 'ui.start.puzzle.right' : 'ui.start.puzzle.wrong'), text: '', streak }
}
