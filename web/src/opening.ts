// How is a table opened? Where play begins at once, with a nonce of ours for its first pack.

import { post } from './api'
import { newId } from './link'
import type { NewTable, Seated } from './messages'
import { digest } from './packs'
import { keepInTab } from './storage'
import { shelf } from './witness'

export async function newTable(wanted: NewTable): Promise<Seated> {
  const next = newId()
  const seated = await post<Seated>('/api/tables', { ...wanted, digest: digest(next) })
  keepInTab(shelf(seated.table), { next })
  return seated
}
