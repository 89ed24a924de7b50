// A match of one's account that is under way elsewhere is offered on the start page.
import assert from 'node:assert/strict'
import { render, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, test } from 'vitest'
import UnderWay from '../../../src/lobby/start/UnderWay.svelte'
import type { OwnTable } from '../../../src/net/messages'
import { answering } from '../../support/answers'
import { like, speak } from '../../support/table'

const player = (seat: number, name: string, person: string | null) =>
  ({ seat, name, person, bot: person === null }) as OwnTable['players'][number]
const own = (table: string, to_act: boolean) =>
  ({
    table,
    seat: 0,
    version: 31,
    to_act,
    rules: { preset: 'coinche', differs: {} },
    scores: [869, 881],
    players: [player(0, 'Ann', 'a'), player(1, 'Bea', 'b'), player(2, 'Margot', null)],
  }) as unknown as OwnTable

beforeEach(async () => {
  localStorage.clear()
  await speak()
  like({ knows: 'yes' })
})
function shown(tables: OwnTable[], known?: string) {
  const asked = answering((what) => (what === 'GET /api/me/tables' ? tables : null))
  render(UnderWay, { known })
  return asked
}

test('the match that waits for me is one line, with its score and who plays', async () => {
  shown([own('waitsForOther', false), own('waitsForMe', true)])
  const link = await screen.findByTestId('continue')
  assert.equal(link.getAttribute('href'), '#/table/waitsForMe')
  assert.match(link.textContent, /Continue your game.*869\u2060–\u2060881.*Bea/)
  assert.doesNotMatch(link.textContent, /Margot/)
})

test('an account without one sees nothing of it, nor of one that the page shows', async () => {
  for (const [tables, known] of [[[]], [[own('shownAlready', true)], 'shownAlready']] as const) {
    const asked = shown([...tables], known)
    await waitFor(() => assert.ok(asked.includes('GET /api/me/tables')))
    await tick()
    assert.equal(screen.queryByTestId('continue'), null)
  }
})
