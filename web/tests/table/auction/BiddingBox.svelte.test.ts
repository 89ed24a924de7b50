// The possible bids in their order, by mouse and by keys, and the meaning of a bid in words.
import assert from 'node:assert/strict'
import { createRawSnippet } from 'svelte'
import { render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import type { TrumpText } from '../../../src/cards/cards'
import type { Bid } from '../../../src/net/messages'
import BiddingBox from '../../../src/table/auction/BiddingBox.svelte'
import { boxOf } from '../../../src/table/auction/bidding'
import { isCall } from '../../../src/table/auction/calls'
import { viewOf, type Position } from '../../support/positions'
import { like, newUser, speak } from '../../support/table'

const OTHERS = createRawSnippet(() => ({ render: () => '<button>Pass</button>' }))
const user = newUser()

beforeEach(() => speak())

/** Open the box of an auction, with some of its bids. */
function open(
  name: Position,
  kept: (bid: Bid) => boolean = () => true,
  more: { last?: TrumpText } = {},
) {
  const { legal, rules } = viewOf(name)
  const bids = boxOf((legal?.calls ?? []).filter(isCall)).bids.filter(kept)
  const onbid = vi.fn<(bid: Bid) => void>()
  const { component } = render(BiddingBox, { bids, rules, onbid, ...more, children: OTHERS })
  return { onbid, type: (...keys: string[]) => keys.map((key) => component.type(key)) }
}

const values = () =>
  within(screen.getByRole('radiogroup', { name: 'Points' }))
    .getAllByRole('radio')
    .map((one) => one.textContent)
const chip = (name: string) => screen.getByRole('radio', { name })
const chosen = () => screen.getByRole('radio', { checked: true }).textContent
const trump = (name: string) => screen.getByRole('button', { name })
const named = (group: HTMLElement) =>
  within(group)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
const trumps = () => named(screen.getByRole('group', { name: 'Trumps' }))
const means = () => screen.getByTestId('bid-means').textContent

test('the lowest value is offered first, in every trump, beside the other calls', () => {
  open('coinche')
  assert.deepEqual(trumps(), [
    '82 spades',
    '82 hearts',
    '82 diamonds',
    '82 clubs',
    '82 no trumps',
    '82 all trumps',
  ])
  assert.equal(chosen(), '82')
  assert.ok(
    within(screen.getByRole('group', { name: 'Bid' })).getByRole('button', { name: 'Pass' }),
  )
})

test('every value is in one row, and two taps make any bid', async () => {
  const { onbid } = open('coinche')
  assert.deepEqual(values().slice(0, 3), ['82', '90', '100'])
  assert.equal(values().at(-1), 'Capot')
  await user.click(chip('120'))
  assert.equal(onbid.mock.calls.length, 0)
  assert.equal(chosen(), '120')
  await user.click(trump('120 no trumps'))
  assert.deepEqual(onbid.mock.calls, [[{ do: 'bid', trump: 'none', value: 120 }]])
})

test('every trick is one of them', async () => {
  const { onbid } = open('coinche')
  await user.click(chip('Capot'))
  await user.click(trump('capot spades'))
  assert.deepEqual(onbid.mock.calls, [[{ do: 'bid', trump: 'S', value: 'capot' }]])
})

/** Three steps in spades and hearts, without and with every trick, above what a view offers. */
const withCapot = (least: number, marks: ('' | 'capot')[] = ['', 'capot']): Bid[] =>
  marks.flatMap((mark) =>
    [0, 10, 20].flatMap((more) =>
      (['S', 'H'] as const).map((trump) => ({
        do: 'bid' as const,
        trump,
        value: mark ? (`${least + more}capot` as const) : least + more,
      })),
    ),
  )

function openBids(bids: Bid[]) {
  const onbid = vi.fn<(bid: Bid) => void>()
  render(BiddingBox, { bids, rules: viewOf('coinche').rules, onbid, children: OTHERS })
  return onbid
}

test('points are bid with every trick besides, and without them again', async () => {
  const onbid = openBids(withCapot(120))
  assert.deepEqual(values(), ['120', '130', '140'])
  await user.click(chip('130'))
  await user.click(screen.getByRole('button', { name: 'Capot' }))
  assert.deepEqual(values(), ['120', '130', '140'])
  assert.equal(chip('130 capot').getAttribute('aria-checked'), 'true')
  await user.hover(trump('130 capot hearts'))
  assert.match(means(), /130 points or more, and every trick/)
  await user.click(trump('130 capot hearts'))
  await user.click(screen.getByRole('button', { name: 'Capot' }))
  assert.equal(chosen(), '130')
  await user.click(trump('130 spades'))
  assert.deepEqual(onbid.mock.calls, [
    [{ do: 'bid', trump: 'H', value: '130capot' }],
    [{ do: 'bid', trump: 'S', value: 130 }],
  ])
})

test('over a bid with every trick there are no others', () => {
  openBids(withCapot(90, ['capot']))
  assert.ok(chip('90 capot') && chip('110 capot'))
  const toggle = screen.getByRole('button', { name: 'Capot' })
  assert.equal(toggle.getAttribute('aria-pressed'), 'true')
  assert.equal(toggle.hasAttribute('disabled'), true)
})

test('the focus begins at the value, arrows choose another, and Tab comes to the trumps', async () => {
  const { onbid } = open('coinche')
  assert.equal(document.activeElement, chip('82'))
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  await waitFor(() => assert.equal(document.activeElement, chip('90')))
  assert.equal(chosen(), '90')
  await user.keyboard('{Tab}{Enter}')
  assert.deepEqual(onbid.mock.calls, [[{ do: 'bid', trump: 'S', value: 90 }]])
})

test('below the lowest value and above the last there is none', async () => {
  open('coinche')
  await user.keyboard('{ArrowLeft}')
  assert.equal(chosen(), '82')
  await user.click(chip('Capot'))
  await user.keyboard('{ArrowRight}')
  assert.equal(chosen(), 'Capot')
})

test('the trump that I have bid before is marked, and what it would need is told', () => {
  open('coinche', undefined, { last: 'H' })
  assert.ok(trump('82 hearts').classList.contains('last'))
  assert.match(means(), /^82 hearts: /)
})

test('who taps twice bids at the second tap, and of the same bid', async () => {
  like({ taps: 'two' })
  const { onbid } = open('coinche')
  await user.click(trump('82 hearts'))
  await user.click(trump('82 spades'))
  await user.click(chip('90'))
  await user.click(trump('90 spades'))
  assert.equal(onbid.mock.calls.length, 0)
  await user.click(trump('90 spades'))
  assert.deepEqual(onbid.mock.calls, [[{ do: 'bid', trump: 'S', value: 90 }]])
})

test('over a bid the next one up is offered', () => {
  open('coinche-ninety')
  assert.equal(trumps()[0], '100 spades')
  assert.equal(values().includes('90'), false)
})

test('a trump that cannot be bid at this value keeps its place, and cannot be chosen', async () => {
  const { onbid } = open('coinche', ({ trump, value }) => trump !== 'S' || value !== 82)
  const spades = trump('82 spades')
  assert.equal(spades.hasAttribute('disabled'), true)
  await user.click(spades)
  assert.equal(onbid.mock.calls.length, 0)
  await user.click(chip('90'))
  assert.equal(trump('90 spades').hasAttribute('disabled'), false)
})

test('trumps alone stand in their rank, without a value', async () => {
  const { onbid } = open('bulgarian')
  assert.deepEqual(trumps(), ['clubs', 'diamonds', 'hearts', 'spades', 'no trumps', 'all trumps'])
  assert.equal(screen.queryByRole('radiogroup'), null)
  await user.click(trump('all trumps'))
  assert.deepEqual(onbid.mock.calls, [[{ do: 'bid', trump: 'all', value: null }]])
})

test('over clubs there are five trumps left', () => {
  open('bulgarian-doubled')
  assert.deepEqual(trumps(), ['diamonds', 'hearts', 'spades', 'no trumps', 'all trumps'])
})

test('what a bid needs is said of the trump under the pointer or the focus', async () => {
  open('coinche')
  assert.equal(means(), '')
  await user.hover(trump('82 hearts'))
  assert.equal(means(), '82 hearts: the side that bids it needs 82 points or more.')
  await user.unhover(trump('82 hearts'))
  trump('82 clubs').focus()
  await waitFor(() => assert.match(means(), /^82 clubs: /))
})

test('a bid is typed, said to who does not see, and made with Enter', async () => {
  const { onbid, type } = open('coinche')
  assert.deepEqual(type('1', '1', '0'), [true, true, true])
  await waitFor(() => assert.equal(screen.getByRole('status').textContent, '110'))
  assert.equal(chosen(), '110')
  type('n')
  const said = '110 no trumps: the side that bids it needs 110 points or more.'
  await waitFor(() => assert.equal(screen.getByRole('status').textContent, said))
  assert.equal(means(), said)
  assert.deepEqual(type('Enter'), [true])
  assert.deepEqual(onbid.mock.calls, [[{ do: 'bid', trump: 'none', value: 110 }]])
})

test('Escape forgets what was typed, a backspace its last key; other keys are not taken', () => {
  const { onbid, type } = open('coinche')
  assert.deepEqual(type('9', '0', 'h', 'Escape', 'Enter'), [true, true, true, true, false])
  assert.deepEqual(type('9', '0', 'Backspace', 'Backspace', 'Backspace'), [
    true,
    true,
    true,
    true,
    false,
  ])
  assert.deepEqual(type('q', 'Tab', 'ArrowLeft'), [false, false, false])
  assert.equal(onbid.mock.calls.length, 0)
})

test('where trumps alone are bid a letter and Enter do it', () => {
  const { onbid, type } = open('bulgarian')
  type('a', 'l', 'l', 'Enter')
  type('d', 'Enter')
  assert.deepEqual(
    onbid.mock.calls.map(([bid]) => bid.trump),
    ['all', 'D'],
  )
})

test.each([
  ['fr', 'Enchérir', 'Atout', '90 cœur'],
  ['nl', 'Bieden', 'Troef', '90 harten'],
  ['bg', 'Обяви', 'Коз', '90 купа'],
] as const)('it speaks %s', async (language, bid, trumps, hearts) => {
  await speak(language)
  open('coinche')
  await user.click(chip('90'))
  const box = screen.getByRole('group', { name: bid })
  assert.ok(
    within(within(box).getByRole('group', { name: trumps })).getByRole('button', { name: hearts }),
  )
})
