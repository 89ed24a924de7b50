// Calls are sorted for the bidding box, a bid is read as it is typed, and what stands is known.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Bid, Legal } from '../../../src/net/messages'
import type { TrumpText } from '../../../src/cards/cards'
import {
  bidAt,
  boxOf,
  calledBy,
  figuredActions,
  othersOf,
  tapName,
  trumpsOf,
  typedBid,
  typedOn,
  valuesOf,
} from '../../../src/table/auction/bidding'
import { isNamed, type Call, type Value } from '../../../src/table/auction/calls'

const SUITS: TrumpText[] = ['S', 'H', 'D', 'C']
const ladder = (values: Value[], trumps = SUITS): Bid[] =>
  values.flatMap((value) => trumps.map((trump) => ({ do: 'bid', trump, value }) as const))
const BIDS = ladder([90, 100, 'capot'])
/** Trumps alone, in their order. */
const RANKED: Bid[] = (['C', 'D', 'H', 'S', 'none', 'all'] as const).map((trump) => ({
  do: 'bid',
  trump,
  value: null,
}))

test('a call by its name has a button of its own, before those that take', () => {
  const gift: Call = { do: 'say', name: 'gift', trump: 'S' }
  const box = boxOf([{ do: 'take', contract: 'H' }, gift, { do: 'pass' }])
  assert.deepEqual(othersOf(box), [{ do: 'pass' }, gift, { do: 'take', contract: 'H' }])
  assert.notEqual(tapName(gift), tapName({ ...gift, trump: 'H' }))
  const said = { seat: 0, round: 1, value: null }
  assert.ok(isNamed({ ...said, trump: 'S', said: 'gift' }))
  assert.ok(!isNamed({ ...said, trump: null, said: 'redeal' }))
})

test('calls are sorted by what they are, whatever their order', () => {
  const take: Call = { do: 'take', contract: 'H' }
  const calls: Call[] = [{ do: 'double' }, ...BIDS, take, { do: 'pass' }]
  assert.deepEqual(boxOf(calls), {
    pass: { do: 'pass' },
    takes: [take],
    bids: BIDS,
    doubling: [{ do: 'double' }],
    redeal: null,
    named: [],
  })
  assert.deepEqual(boxOf([]), {
    pass: null,
    takes: [],
    bids: [],
    doubling: [],
    redeal: null,
    named: [],
  })
  assert.deepEqual(boxOf([{ do: 'redeal' }]).redeal, { do: 'redeal' })
})

test('values and trumps are those on offer, each once and in order', () => {
  assert.deepEqual(valuesOf(BIDS), [90, 100, 'capot'])
  assert.deepEqual(trumpsOf(BIDS), SUITS)
  const raised = BIDS.filter(({ trump }) => trump !== 'H')
  assert.deepEqual(trumpsOf(raised), ['S', 'D', 'C'])
  assert.equal(bidAt(raised, 90, 'H'), undefined)
})

test('a bid is read as it is typed', () => {
  const read = (text: string) => typedBid(BIDS, text)
  assert.deepEqual(read(''), { value: null, bid: null })
  assert.deepEqual(read('9'), { value: null, bid: null })
  assert.deepEqual(read('90'), { value: 90, bid: null })
  assert.deepEqual(read('90h').bid, { do: 'bid', trump: 'H', value: 90 })
  assert.deepEqual(read('cc').bid, { do: 'bid', trump: 'C', value: 'capot' })
  assert.deepEqual(read('80h'), { value: null, bid: null })
  assert.equal(read('100n').bid, null)
  assert.deepEqual(typedBid(ladder([640, 650], ['none', 'all']), '650a').bid?.trump, 'all')
})

test('where trumps alone are bid, a trump is typed', () => {
  assert.deepEqual(valuesOf(RANKED), [])
  assert.deepEqual(trumpsOf(RANKED.slice(3)), ['S', 'none', 'all'])
  for (const [text, trump] of [
    ['h', 'H'],
    ['c', 'C'],
    ['n', 'none'],
    ['nt', 'none'],
    ['none', 'none'],
    ['a', 'all'],
    ['all', 'all'],
  ] as const)
    assert.equal(typedBid(RANKED, text).bid?.trump, trump, text)
  assert.deepEqual(typedBid(RANKED.slice(3), 'h'), { value: null, bid: null })
  const typed = (keys: string) =>
    [...keys].reduce<string | null>((text, key) => typedOn(RANKED, text ?? '', key), '')
  assert.equal(typed('none'), 'none')
  for (const text of ['9', 'p', 'ha', 'lt']) assert.equal(typed(text), null, text)
})

test('where tens are said they are typed, with a plus for every trick besides', () => {
  const tens: Bid[] = [80, '80capot' as const, 250, '250capot' as const].map((value) => ({
    do: 'bid',
    trump: 'H',
    value,
  }))
  for (const [text, value] of [
    ['8h', 80],
    ['25h', 250],
    ['8+h', '80capot'],
    ['25+h', '250capot'],
  ] as const)
    assert.equal(typedBid(tens, text, 10).bid?.value, value, text)
  assert.equal(typedBid(tens, '80h', 10).bid, null)
})

test('only keys that go on with a bid are taken', () => {
  const on = (text: string, key: string) => typedOn(BIDS, text, key)
  assert.equal(on('', '9'), '9')
  assert.equal(on('90', 'H'), '90h')
  assert.equal(on('90h', 'Backspace'), '90')
  for (const key of ['s', 'l', 'Tab', 'Enter', 'Backspace']) assert.equal(on('', key), null)
  assert.equal(on('90h', '5'), null)
  assert.equal(typedOn([], '', '9'), null)
})

test('p passes, and x doubles or redoubles', () => {
  assert.deepEqual(calledBy([...BIDS, { do: 'pass' }], 'P'), { do: 'pass' })
  assert.deepEqual(calledBy([{ do: 'redouble' }], 'x'), { do: 'redouble' })
  assert.equal(calledBy(BIDS, 'x'), undefined)
})

const legal = (some: Partial<Legal>): Legal => ({
  actions: [],
  cut_min: 3,
  cut_max: 29,
  packets: [],
  calls: [],
  trumps: [],
  cards: [],
  refused: [],
  announce: [],
  ...some,
})

test('figures cut, deal in packets, and call in the order of the buttons', () => {
  assert.deepEqual(figuredActions(legal({ actions: ['cut'] }), 12), [{ do: 'cut', depth: 12 }])
  const packets = legal({ actions: ['packets'], packets: [[3, 2]] })
  assert.deepEqual(figuredActions(packets, 0), [{ do: 'packets', packets: [3, 2] }])
  const pass: Call = { do: 'pass' }
  const double: Call = { do: 'double' }
  const take: Call = { do: 'take', contract: 'H' }
  assert.deepEqual(figuredActions(legal({ calls: [take, double, pass] }), 0), [pass, double, take])
  const alone = legal({ calls: [pass, ...RANKED] })
  assert.deepEqual(figuredActions(alone, 0), [...RANKED, pass])
})

test('bids with a value have no figures: these are typed', () => {
  const pass: Call = { do: 'pass' }
  assert.deepEqual(figuredActions(legal({ calls: [...BIDS, pass] }), 0), [pass])
})
