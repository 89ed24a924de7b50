// The cards of the page about oneself.

import type { Key } from '../i18n/words'
import type { Me } from '../net/messages'

export interface MeCard {
  name: string
  href: string
  title: Key
  hint: Key
  /** The path of its icon, in a square of 24. */
  icon: string
}

const CARDS: readonly MeCard[] = [
  {
    name: 'matches',
    href: '#/matches',
    title: 'ui.mine',
    hint: 'ui.me.matches',
    icon: 'M8 4.5h10.500a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM4.5 7v12.500M10.5 9h6M10.5 12.500h6M10.5 16h3.5',
  },
  {
    name: 'statistics',
    href: '#/statistics',
    title: 'ui.statistics',
    hint: 'ui.me.statistics',
    icon: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6M20 16V5',
  },
  {
    name: 'practice',
    href: '#/practice',
    title: 'ui.practice',
    hint: 'ui.me.practice',
    icon: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 12h.01',
  },
  {
    name: 'sheet',
    href: '#/sheet',
    title: 'ui.paper',
    hint: 'ui.me.paper',
    icon: 'M7 3.500h10a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM12 7v9.500M8.5 9.500h7M9 12.500h1.500M13.5 12.500H15M9 15.500h1.500M13.5 15.500H15',
  },
  {
    name: 'club',
    href: '#/tournament',
    title: 'ui.club',
    hint: 'ui.me.club',
    icon: 'M4 10h16M6 10v9M18 10v9M8 5.5h8M12 5.5V10',
  },
  {
    name: 'ranking',
    href: '#/ranking',
    title: 'ui.ranking',
    hint: 'ui.me.ranking',
    icon: 'M7.5 4h9v6a4.5 4.5 0 0 1-9 0ZM7.5 5.500H4c0 3.5 1.2 5.3 3.7 5.800M16.5 5.500H20c0 3.5-1.2 5.3-3.7 5.800M12 14.500V18M8 20.500h8M9.5 18h5v2.5',
  },
  {
    name: 'account',
    href: '#/account',
    title: 'ui.account',
    hint: 'ui.me.account',
    icon: 'M7 10.500h10.500a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6.500a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8.5 10.500V7.500a3.5 3.5 0 0 1 7 0v3M12 14v2.5',
  },
  {
    name: 'settings',
    href: '#/settings',
    title: 'ui.settings',
    hint: 'ui.me.settings',
    icon: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  },
  {
    name: 'replay',
    href: '#/replay',
    title: 'ui.replay.import',
    hint: 'ui.me.replay',
    icon: 'M4.5 12a7.5 7.5 0 1 0 2.5-5.600L4.5 8.500M4.5 4v4.500H9M12 8v4.500l3 2',
  },
  {
    name: 'fairness',
    href: '#/fairness',
    title: 'ui.fairness',
    hint: 'ui.me.fairness',
    icon: 'M12 3.500v17M8 20.500h8M5 6.500h14M5 6.500l-2.5 7a3 3 0 0 0 5 0ZM19 6.500l-2.5 7a3 3 0 0 0 5 0Z',
  },
]

const MODERATION: MeCard = {
  name: 'moderation',
  href: '#/moderation',
  title: 'ui.moderation',
  hint: 'ui.me.moderation',
  icon: 'M12 3.5 5 6v5.500c0 4.3 2.8 7.5 7 9 4.2-1.5 7-4.7 7-9V6ZM9 12l2.2 2.200L15 10',
}

/** The icon of the card that is there while a moderator asks about fair play. */
export const ASKED =
  'M12 20.500a8.5 8.5 0 1 0-7.500-4.500L3.500 20.500 8 19.500A8.500 8.500 0 0 0 12 20.500ZM12 8v5M12 16h.01'

/** Return this person's cards; only administrators have moderation. */
export const cardsOf = (now: Me | null): readonly MeCard[] =>
  now?.role === 'admin' ? [...CARDS, MODERATION] : CARDS
