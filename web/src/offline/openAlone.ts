// A table on this device, from wherever one begins to play: its code is loaded then.

import { loadTable } from '../table/onDemand'
import { t } from '../i18n/language.svelte'
import { Refusal } from '../net/api'
import { isOwn } from '../net/games'
import { settings } from '../settings/settings.svelte'

/** Open a table against bots without the server; its id. */
export async function openAlone(
  options: Record<string, unknown>,
  level: string,
  preset = settings.preset,
): Promise<string> {
  const { name } = settings
  if (!isOwn(preset)) throw new Refusal('needs-network', '')
  const { openLocal } = await loadTable()
  return openLocal(name.trim() || t('seat.guest', { number: 1 }), { preset, options, level })
}
