// A match looked at again: step by step by taps and keys, the hands that are shown, and what it says.
import assert from 'node:assert/strict'
import { render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import type { Decision, Replay, Review } from '../../../src/net/messages'
import Viewer from '../../../src/replay/viewer/Viewer.svelte'
import { framesOfAll, type Place } from '../../../src/replay/viewer/replay'
import { answering } from '../../support/answers'
import { replay } from '../../support/positions'
import { newUser, speak } from '../../support/table'

const user = newUser()

beforeEach(() => speak())

interface Shown {
  place?: Place
  match?: Replay
  reviews?: string
  reviewing?: boolean
  ontry?: (step: number) => void
}

/** Look at a match; where one goes is where one is next. */
function look({ place = { deal: 1, step: 0 }, match = replay(), ...more }: Shown = {}) {
  const far: boolean[] = []
  const { rerender } = render(Viewer, {
    replay: match,
    place,
    onplace: (place: Place, jumped: boolean) => {
      far.push(jumped)
      void rerender({ place })
    },
    ...more,
  })
  return { far, frames: framesOfAll(match.deals) }
}

const viewer = () => screen.getByTestId('replay')
const at = () => [viewer().dataset.deal, viewer().dataset.step].map(Number)
const last = () => Number(viewer().dataset.last)
const last1 = () => framesOfAll(replay().deals)[0]!.length - 1
const button = (name: string) => screen.getByRole('button', { name })
const open = () => screen.queryAllByTestId(/^replay-hand-/)
const namesIn = (list: HTMLElement) =>
  [...list.querySelectorAll('li .sr')].map((one) => one.textContent)

/** The first step at which every card is dealt. */
const DEALT = framesOfAll(replay().deals)[0]!.findIndex(({ hands }) => hands[0]?.length === 8)

test('it begins before the cards are dealt', () => {
  const { frames } = look()
  assert.deepEqual(at(), [1, 0])
  assert.equal(last(), frames[0]!.length - 1)
  for (const one of open()) assert.deepEqual(namesIn(one), [])
})

test('every hand lies open, its cards by name', () => {
  const { frames } = look({ place: { deal: 1, step: DEALT } })
  assert.equal(open().length, 4)
  for (const [seat, name] of ['Ann', 'Bea', 'Cas', 'Dov'].entries()) {
    const section = within(screen.getByRole('region', { name }))
    const cards = section.getByTestId(`replay-hand-${seat}`)
    assert.equal(namesIn(cards).length, frames[0]![DEALT]!.hands[seat]!.length)
  }
  assert.equal(screen.getByRole('heading', { level: 1 }).textContent, 'Replay of deal 1')
})

test('the buttons lead on and back, and no further', async () => {
  const { far } = look()
  assert.ok(button('One step back').hasAttribute('disabled'))
  await user.click(button('One step forward'))
  assert.deepEqual(at(), [1, 1])
  await user.click(button('One step back'))
  assert.deepEqual(at(), [1, 0])
  await user.keyboard('{End}')
  assert.ok(button('One step forward').hasAttribute('disabled'))
  assert.deepEqual(far, [false, false, false])
})

test('so do the keys', async () => {
  look()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  assert.deepEqual(at(), [1, 1])
  await user.keyboard('{End}')
  assert.deepEqual(at(), [1, last()])
  await user.keyboard('{ArrowRight}')
  assert.deepEqual(at(), [1, last()])
  await user.keyboard('{Home}')
  assert.deepEqual(at(), [1, 0])
  await user.keyboard('{PageDown}')
  assert.deepEqual(at(), [2, 0])
  await user.keyboard('{PageDown}')
  assert.deepEqual(at(), [2, 0])
  await user.keyboard('{PageUp}')
  assert.deepEqual(at(), [1, 0])
})

test('the keys up and down lead from trick to trick', async () => {
  const { frames } = look({ place: { deal: 1, step: last1() } })
  const won = frames[0]!.flatMap(({ winner }, step) =>
    winner === null || step === last1() ? [] : [step],
  )
  await user.keyboard('{ArrowUp}')
  assert.deepEqual(at(), [1, won.at(-1)])
  await user.keyboard('{ArrowUp}')
  assert.deepEqual(at(), [1, won.at(-2)])
  await user.keyboard('{ArrowDown}{ArrowDown}')
  assert.deepEqual(at(), [1, last1()])
})

test('keys belong to a field that has the focus, and Control to the browser', async () => {
  look()
  screen.getByTestId('replay-deal').focus()
  await user.keyboard('{End}')
  assert.deepEqual(at(), [1, 0])
  document.body.focus()
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('{Control>}{ArrowRight}{/Control}')
  assert.deepEqual(at(), [1, 0])
})

test('a deal is chosen from the list', async () => {
  const { far } = look({ place: { deal: 1, step: 3 } })
  const deals = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Deal' })
  assert.deepEqual(
    [...deals.options].map((one) => one.text),
    ['Deal 1 of 2', 'Deal 2 of 2'],
  )
  await user.selectOptions(deals, '2')
  assert.deepEqual(at(), [2, 0])
  assert.deepEqual(far, [true])
})

test('a place beyond the match is its nearest', () => {
  look({ place: { deal: 9, step: 999 } })
  assert.deepEqual(at(), [2, last()])
})

test('what was known to who acted is shown instead of all cards', async () => {
  const { frames } = look({ place: { deal: 1, step: DEALT } })
  await user.click(button('Player’s view'))
  const acted = frames[0]![DEALT - 1]!.view.to_act ?? frames[0]![DEALT]!.view.to_act
  assert.deepEqual(
    open().map((one) => one.dataset.testid),
    [`replay-hand-${acted}`],
  )
  await user.click(button('Player’s view'))
  assert.equal(open().length, 4)
})

test('each hand is opened and hidden at its seat', async () => {
  look({ place: { deal: 1, step: DEALT } })
  for (const seat of [0, 1, 3]) await user.click(screen.getByTestId(`replay-turn-${seat}`))
  assert.deepEqual(
    open().map((one) => one.dataset.testid),
    ['replay-hand-2'],
  )
  assert.ok(namesIn(open()[0]!).length > 0)
  assert.equal(screen.getAllByText(/\d cards in hand/).length, 3)
  await user.click(screen.getByTestId('replay-turn-2'))
  assert.deepEqual(open(), [])
  await user.click(screen.getByTestId('replay-turn-0'))
  assert.equal(open().length, 1)
  assert.deepEqual(at(), [1, DEALT])
})

test('the table is seen from the seat of who played', () => {
  look({ match: { ...replay(), seat: 2 } })
  assert.ok(screen.getByTestId('replay-seat-2').classList.contains('bottom'))
})

test('every call and card is listed, and leads to where it was', async () => {
  const { far, frames } = look()
  const cards = within(screen.getByTestId('replay-tricks')).getAllByRole('button')
  const played = frames[0]!
    .flatMap((one) => one.events)
    .filter((one) => one.event === 'card_played')
  assert.equal(cards.length, played.length)
  const sixth = cards[5]!
  assert.match(sixth.getAttribute('aria-label')!, /^Trick 2: \w+, \w+ of \w+/)
  await user.click(sixth)
  assert.deepEqual(at(), [1, Number(sixth.dataset.step)])
  assert.equal(sixth.getAttribute('aria-current'), 'step')
  assert.deepEqual(far, [true])
  const first = within(screen.getByTestId('replay-calls')).getAllByRole('button')[0]!
  await user.click(first)
  assert.deepEqual(at(), [1, Number(first.dataset.step)])
  assert.equal(sixth.hasAttribute('aria-current'), false)
})

test('what has just happened is told', async () => {
  look()
  const reported = screen.getByTestId('replay-said')
  assert.equal(reported.getAttribute('role'), 'status')
  await user.click(within(screen.getByTestId('replay-tricks')).getAllByRole('button')[0]!)
  assert.match(reported.textContent, /^(Ann|Bea|Cas|Dov) plays the \w+ of \w+\./)
})

test('what is said stands beside the seat', async () => {
  look()
  const said = () => screen.queryAllByText(/^Four of a kind$/).length
  for (let step = 0; step < last() && !said(); step++) await user.keyboard('{ArrowRight}')
  assert.equal(said(), 1)
  assert.ok(screen.getByTestId('replay-seat-0').textContent.includes('Four of a kind'))
})

test('the slider leads anywhere', async () => {
  look()
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Step' })
  assert.equal(slider.max, String(last()))
  assert.match(slider.getAttribute('aria-valuetext')!, /^0, Points so far: /)
  slider.value = '7'
  slider.dispatchEvent(new Event('input', { bubbles: true }))
  await waitFor(() => assert.deepEqual(at(), [1, 7]))
})

test('it plays by itself, as fast as is wanted, and stops at the end', async () => {
  vi.useFakeTimers()
  try {
    const fast = { advanceTimers: (ms: number) => void vi.advanceTimersByTime(ms) }
    const { userEvent } = await import('@testing-library/user-event')
    const user = userEvent.setup({ ...fast, delay: null, pointerEventsCheck: 0 })
    look()
    const end = last()
    await user.keyboard('{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '4')
    await user.click(button('Play automatically'))
    assert.ok(button('Pause'))
    await vi.advanceTimersByTimeAsync(200)
    assert.deepEqual(at(), [1, end - 3])
    await vi.advanceTimersByTimeAsync(60)
    assert.deepEqual(at(), [1, end - 2])
    await vi.advanceTimersByTimeAsync(2000)
    assert.deepEqual(at(), [1, end])
    assert.ok(button('Play automatically'))
  } finally {
    vi.useRealTimers()
  }
})

test('a trick that was won lies longer', async () => {
  vi.useFakeTimers()
  try {
    const step = framesOfAll(replay().deals)[0]!.findIndex(({ winner }) => winner !== null)
    look({ place: { deal: 1, step } })
    button('Play automatically').click()
    await vi.advanceTimersByTimeAsync(1500)
    assert.deepEqual(at(), [1, step])
    await vi.advanceTimersByTimeAsync(150)
    assert.deepEqual(at(), [1, step + 1])
  } finally {
    vi.useRealTimers()
  }
})

test('the space bar plays and pauses; a step by hand pauses, too', async () => {
  look()
  await user.keyboard('[Space]')
  assert.ok(button('Pause'))
  await user.keyboard('[Space]')
  assert.ok(button('Play automatically'))
  await user.keyboard('[Space]{ArrowRight}')
  assert.ok(button('Play automatically'))
})

test('the stage is tapped at its sides, and swiped', async () => {
  look({ place: { deal: 1, step: 4 } })
  const stage = screen.getByTestId('replay-table').parentElement!
  stage.getBoundingClientRect = () => new DOMRect(0, 0, 300, 200)
  const drag = (from: number, to: number) =>
    user.pointer([
      { keys: '[MouseLeft>]', target: stage, coords: { clientX: from, clientY: 50 } },
      { keys: '[/MouseLeft]', target: stage, coords: { clientX: to, clientY: 50 } },
    ])
  await drag(250, 250)
  assert.deepEqual(at(), [1, 5])
  await drag(30, 30)
  assert.deepEqual(at(), [1, 4])
  await drag(210, 90)
  assert.deepEqual(at(), [1, 5])
  await drag(90, 210)
  assert.deepEqual(at(), [1, 4])
  await drag(100, 120)
  assert.deepEqual(at(), [1, 4])
})

test('beside it stand the result, its lines and the sheet', () => {
  const { frames } = look()
  const { settlement, sheet } = frames[0]!.at(-1)!.view
  const result = within(screen.getByTestId('replay-result'))
  assert.match(result.getByRole('heading').textContent, /^(Ann|Bea|Cas|Dov)( –|:) |^dead$/)
  const marks = screen.getByTestId('replay-result').querySelectorAll('tr.marks td')
  assert.deepEqual(
    [...marks].map((one) => Number(one.textContent)),
    settlement?.marks,
  )
  const rows = within(screen.getByTestId('replay-sheet')).getAllByRole('rowheader')
  assert.equal(rows.length, sheet.length)
})

test('what somebody remarked stands at its place alone', async () => {
  const match = replay()
  match.deals[0]!.remarks = [{ after: 1, text: 'a brave lead' }]
  look({ match })
  assert.equal(screen.queryByText(/a brave lead/), null)
  await user.keyboard('{ArrowRight}')
  assert.ok(screen.getByText('„a brave lead“'))
})

test('where somebody is to choose, one can try something else', async () => {
  const ontry = vi.fn<(step: number) => void>()
  const { frames } = look({ ontry })
  const choice = frames[0]!.findIndex(({ view }) => view.phase === 'bidding')
  await user.keyboard('{ArrowRight}'.repeat(choice))
  await user.click(screen.getByTestId('replay-try'))
  assert.deepEqual(ontry.mock.calls, [[choice]])
  await user.keyboard('{End}')
  assert.equal(screen.queryByTestId('replay-try'), null)
})

test('a match that is kept can be reviewed, and asked why', async () => {
  const { frames } = look({ reviews: '/api/matches/m' })
  assert.ok(button('Review this deal'))
  assert.equal(screen.queryByTestId('replay-why'), null)
  const card = frames[0]!.findIndex(({ events }) =>
    events.some((one) => one.event === 'card_played'),
  )
  await user.keyboard('{ArrowRight}'.repeat(card))
  assert.ok(screen.getByTestId('replay-why'))
})

const worthless = { best: ['KH'], advised: ['KH'], loss_true: 20, loss_known: 20 }

/** A review in which one card of the deal was an error. */
function reviewed(step: number, seat: number, action: string): Review {
  const decision: Decision = {
    number: step - 1,
    seat,
    action,
    choice: action,
    kind: 'imprecision',
    chance_to_lose: 0.5,
    ...worthless,
  }
  const shares = [0, 1, 2, 3].map((seat) => ({ seat, known: 0, chance: 0 }))
  const report = { number: 1, marks: [0, 0], worth: 0, shares, decisions: [decision], exact: true }
  return {
    ahead: 0,
    done: 1,
    seconds: 1,
    newcomer: false,
    reviewed: { report, calls: {} },
  }
}

test('it opens at the costliest card, marks it and lifts the better one', async () => {
  const frames = framesOfAll(replay().deals)[0]!
  const step = frames.findIndex(({ events }) => events.some((one) => one.event === 'card_played'))
  const played = frames[step]!.events.find((one) => one.event === 'card_played')!
  const [better = ''] = frames[step]!.hands[played.seat]!
  const review = reviewed(step, played.seat, played.card)
  review.reviewed!.report.decisions[0]!.advised = [better]
  answering(() => review)
  const ontry = vi.fn<(step: number) => void>()
  look({ reviews: '/api/matches/m', reviewing: true, ontry })
  await waitFor(() => assert.deepEqual(at(), [1, step]))
  assert.match(screen.getByTestId('verdict').textContent, /Imprecise\s+−20 points\s+better:/)
  assert.ok(screen.getByTestId('trick').querySelector('[data-mark=imprecision]'))
  const lifted = [...document.querySelectorAll<HTMLElement>('.better')]
  assert.deepEqual(
    lifted.map((one) => one.dataset.card),
    [better],
  )
  assert.ok(screen.getByTestId('course'))
  await user.click(screen.getByTestId('replay-try'))
  assert.deepEqual(ontry.mock.calls, [[step - 1]], 'one plays on from before it')
  await user.keyboard('{Home}')
  await user.click(button('Next moment'))
  assert.deepEqual(at(), [1, step])
})

test('one that was handed in cannot', () => {
  look()
  assert.equal(screen.queryByTestId('review-deal'), null)
})

test('it is printed whole, an article a deal', async () => {
  look()
  dispatchEvent(new Event('beforeprint'))
  assert.equal(within(screen.getByTestId('printed')).getAllByRole('article').length, 2)
  dispatchEvent(new Event('afterprint'))
  await waitFor(() => assert.equal(screen.queryByTestId('printed'), null))
})

test.each([
  ['fr', 'Une étape en avant'],
  ['nl', 'Een stap verder'],
  ['sv', 'Ett steg framåt'],
  ['bg', 'Една стъпка напред'],
] as const)('it speaks %s', async (language, next) => {
  await speak(language)
  look()
  await user.click(button(next))
  assert.deepEqual(at(), [1, 1])
})
