// Opens a table. Where play begins at once, our commitment for the first pack has to go along with
// the request.

import { post } from '../net/api'
import { newId } from '../net/socket'
import type { NewTable, Seated } from '../net/messages'
import { digest } from '../fairness/packs'
import { saveToTab } from '../lib/storage'
import { storageKey } from '../fairness/verification'

export async function openTable(requested: NewTable): Promise<Seated> {
  const next = newId()
  const seated = await post<Seated>('/api/tables', { ...requested, digest: digest(next) })
  saveToTab(storageKey(seated.table), { next })
  return seated
}
