// Opens a table. Where play begins at once, our commitment for the first pack has to go along with
// the request.

import { post } from '../net/api'
import { newId } from '../net/ids'
import type { NewTable, Seated } from '../net/messages'
import { commitmentTo, storageKey } from '../fairness/commitment'
import { saveToTab } from '../lib/storage'

export async function openTable(requested: NewTable): Promise<Seated> {
  const next = newId()
  const digest = await commitmentTo(next)
  const seated = await post<Seated>('/api/tables', { ...requested, digest })
  saveToTab(storageKey(seated.table), { next })
  return seated
}
