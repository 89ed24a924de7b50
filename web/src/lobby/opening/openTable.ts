// Opens a table on the server, as a guest where one is not known yet, while the table's code loads.
// If play begins at once, our commitment for the first pack has to go along with the request.

import { ensureGuest } from '../../account/me.svelte'
import { post } from '../../net/api'
import { newId } from '../../net/ids'
import type { NewTable, Seated } from '../../net/messages'
import { commitmentTo, storageKey } from '../../fairness/commitment'
import { saveToTab } from '../../lib/storage'
import { loadTable } from '../../table/onDemand'

export async function openTable(requested: NewTable): Promise<Seated> {
  const guest = ensureGuest()
  void loadTable().catch(() => null)
  await guest
  const next = newId()
  const digest = await commitmentTo(next)
  const seated = await post<Seated>('/api/tables', { ...requested, digest })
  saveToTab(storageKey(seated.table), { next })
  return seated
}
