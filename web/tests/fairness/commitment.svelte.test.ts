import { expect, test, vi } from 'vitest'
import { commitmentTo } from '../../src/fairness/commitment'
import { digest } from '../../src/fairness/packs'

const NONCE = '000102030405060708090a0b0c0d0eff'

test('the browser commits to a nonce as the code of the table does', async () => {
  expect(await commitmentTo(NONCE)).toBe(digest(NONCE))
})

test('on plain HTTP, where browsers have no digest, the code of the table makes it', async () => {
  vi.stubGlobal('crypto', {})
  expect(await commitmentTo(NONCE)).toBe(digest(NONCE))
})
