// Tokens for programs: what is asked of a new one, and how one is described. Pure.

import type { Words } from '../../i18n/words'
import type { NewToken, Token } from '../../net/messages'

export const DAYS = [30, 90, 365] as const
export const TOKEN_NAME_LENGTH = 40

interface Typed {
  name: string
  /** The bot that it acts as; empty for oneself. */
  bot: string
  reads: boolean
  plays: boolean
  days: number
}

/** Build a request for a token, or null while it is incomplete. A personal token may only read. */
export function newToken({ name, bot, reads, plays, days }: Typed): NewToken | null {
  const scopes: NewToken['scopes'] = bot
    ? [...(plays ? (['play'] as const) : []), ...(reads ? (['matches'] as const) : [])]
    : ['matches']
  return name.trim() && scopes.length ? { name: name.trim(), scopes, days, bot } : null
}

/** "plays · reads matches" */
export const scopesText = (words: Words, scopes: Token['scopes']): string =>
  scopes.map((scope) => words(`ui.programs.scope.${scope}`)).join(' · ')

export const isExpired = ({ expires }: Token, now: number): boolean => 1000 * expires <= now
