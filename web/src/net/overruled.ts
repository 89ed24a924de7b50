// What tables of a rule set say in words of their own; only the table needs them.

import { overruledOutside } from './games'
import { OVERRULED, TABLE_WORDS } from './tableWords'

const KEPT: Record<string, Record<string, Record<string, string>>> = OVERRULED

/** These words in a language. */
export function overruledBy(preset: string, language: string): Record<string, string> {
  const ours: string | undefined = (TABLE_WORDS as Record<string, string>)[preset]
  const result = overruledOutside(preset) ?? (ours && KEPT[ours])
  return (result || {})[language] ?? {}
}
