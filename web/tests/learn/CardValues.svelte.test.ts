// The values beside a lesson: those of one suit, and of trumps too once there are any.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import CardValues from '../../src/learn/CardValues.svelte'
import { ordersIn } from '../../src/learn/course'
import { speak } from '../support/table'

beforeEach(() => speak())

const rows = () =>
  screen.getAllByRole('row').map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent.trim()),
  )

test('before there are trumps, every suit has one order', () => {
  render(CardValues, { trump: '', orders: ['plain'] })
  assert.deepEqual(rows(), [['A 11', '10 10', 'K 4', 'Q 3', 'J 2', '9 0', '8 0', '7 0']])
})

test('in trumps the jack and the nine are the highest', () => {
  render(CardValues, { trump: 'H', orders: ['trump', 'plain'] })
  const [trump = [], plain = []] = rows()
  assert.deepEqual(trump.slice(0, 3), ['J 20', '9 14', 'A 11'])
  assert.equal(plain[0], 'A 11')
  assert.deepEqual(
    screen.getAllByRole('rowheader').map((head) => head.textContent.trim()),
    ['hearts', 'In other suits'],
  )
})

test('where a hand is judged both orders are there, though no suit is trumps yet', () => {
  render(CardValues, { trump: '', orders: ordersIn('taking') })
  assert.deepEqual(
    screen.getAllByRole('rowheader').map((head) => head.textContent.trim()),
    ['Trumps', 'In other suits'],
  )
})

test('a lesson shows the orders that it asks about', () => {
  assert.deepEqual(ordersIn('trick'), ['plain'])
  assert.deepEqual(ordersIn('trumps'), ['trump', 'plain'])
  assert.deepEqual(ordersIn('announce'), [])
  assert.deepEqual(ordersIn('an auction of baloot'), [])
})
