// Packs are the same as the server's, and what does not fit is found.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import vectors from '../../../tests/packs.json'
import {
  dealt,
  digest,
  gathered,
  packSeed,
  riffled,
  shuffled,
  Stream,
  type Trick,
} from '../../src/fairness/packs'
import { restored, verdict, type Deal, type Verdict } from '../../src/fairness/verification'

for (const [i, made] of vectors.seeds.entries()) {
  test(`seal, commitments, seed and packs of case ${i}`, () => {
    assert.equal(digest(made.secret), made.seal)
    assert.deepEqual(
      made.nonces.map((nonce) => nonce && digest(nonce)),
      made.commitments,
    )
    const seed = packSeed(made.secret, made.nonces)
    assert.equal(seed, made.seed)
    assert.equal(shuffled(new Stream(seed), 4).join(' '), made.of_four)
    assert.equal(shuffled(new Stream(seed), 3).join(' '), made.of_three)
  })
}

const cards = (text: string) => text.split(' ').filter(Boolean)

for (const match of vectors.matches) {
  test(`a match by ${match.preset}: every pack is made again, and every hand dealt`, () => {
    let before: Trick[] = []
    for (const [i, deal] of match.deals.entries()) {
      const pack = cards(deal.pack)
      const complete = before.length === (match.players === 4 ? 8 : 10)
      const stream =
        'secret' in deal && deal.secret
          ? new Stream(packSeed(deal.secret, deal.nonces ?? []))
          : null
      if (i === 0 || deal.riffles === null) assert.deepEqual(shuffled(stream!, match.players), pack)
      else if (complete) {
        const side = match.players === 4 ? deal.dealer % 2 : deal.dealer
        const onTop = deal.joined ? stream!.below(match.players === 4 ? 2 : 3) : side
        assert.deepEqual(
          riffled(gathered(before, onTop, match.players), stream ? deal.riffles : 0, stream!),
          pack,
        )
      }
      if (deal.packets) {
        const { turned, hands } = dealt(pack, {
          players: match.players,
          dealer: deal.dealer,
          depth: deal.depth,
          packets: deal.packets,
          attacker: deal.attacker,
        })
        assert.equal(turned, deal.turned)
        assert.deepEqual(hands, deal.hands.map(cards))
      }
      before = deal.tricks.map(([leader, winner, text]) => ({
        leader: Number(leader),
        winner: Number(winner),
        cards: cards(String(text)),
      }))
    }
  })
}

test('what fits is proven, and what does not is found', () => {
  const first = vectors.matches.find(
    ({ players, deals }) => players === 4 && deals[0]!.nonces?.some(Boolean),
  )!.deals[0]!
  const secret = first.secret!
  const nonces = first.nonces!
  const seal = {
    event: 'pack_sealed',
    commitment: digest(secret),
    commitments: nonces.map((it) => it && digest(it)),
    match: 1,
    number: 1,
    riffles: null,
    joined: false,
  } as const
  const held = first.hands.flatMap((hand, seat) =>
    cards(hand).map((card): [number, string] => [seat, card]),
  )
  const deal: Deal = {
    number: 1,
    dealer: first.dealer,
    players: 4,
    seal: { ...seal, commitments: [...seal.commitments] },
    mine: nonces[0]!,
    nonces,
    depth: first.depth,
    packets: first.packets,
    turned: first.turned,
    attacker: first.attacker,
    bids: false,
    held,
    tricks: [],
    before: null,
  }
  const said = (change: Partial<Deal>, opened = secret, revealed = nonces) => {
    const { outcome, fault, own } = verdict({ ...deal, ...change }, opened, revealed)
    return `${outcome} ${fault} ${own}`
  }
  assert.equal(said({}), nonces[0] ? 'proven  in' : 'proven  none')
  assert.match(said({}, '00'.repeat(32)), /^false seal/)
  assert.match(said({ nonces: ['00'.repeat(16), '', '', ''] }), /^false nonces/)
  assert.match(said({}, secret, ['11'.repeat(16), '', '', '']), /^false nonces/)
  assert.match(said({ held: [[0, cards(first.hands[1]!)[0]!]] }), /^false pack/)
  assert.match(said({ depth: first.depth + 1 }), /^false pack/)
  assert.match(said({ packets: null }), /^unseen/)
  // The deal before ended early, by an accusation: not all of its cards were seen.
  assert.match(said({ seal: { ...deal.seal!, riffles: 4 } }), /^continued/)
  const checks = (change: Partial<Deal>, opened = secret) =>
    Object.fromEntries(
      verdict({ ...deal, ...change }, opened, nonces).checks.map(({ what, fits }) => [what, fits]),
    )
  assert.ok(nonces.some(Boolean))
  assert.deepEqual(checks({ mine: nonces.find(Boolean)! }), {
    kept: true,
    seal: true,
    nonces: true,
    revealed: true,
    own: true,
    pack: true,
  })
  assert.deepEqual(checks({ mine: '', nonces: null }), {
    kept: true,
    seal: true,
    nonces: true,
    revealed: null,
    pack: true,
  })
  assert.deepEqual(checks({ mine: '' }, '00'.repeat(32)), {
    kept: true,
    seal: false,
    nonces: true,
    revealed: true,
    pack: null,
  })
  assert.deepEqual(checks({ mine: 'ff'.repeat(16), held: [[0, cards(first.hands[1]!)[0]!]] }), {
    kept: true,
    seal: true,
    nonces: true,
    revealed: true,
    own: null,
    pack: false,
  })
})

test('what an older page kept in this tab is still shown', () => {
  const { verdicts } = restored({
    verdicts: [
      {
        number: 1,
        outcome: 'proven',
        own: 'in',
        added: 1,
        fault: '',
        commitment: 'ab',
        secret: 'cd',
      } as Verdict,
    ],
  })
  assert.deepEqual(
    verdicts.map(({ outcome, checks, nonces, commitments }) => [
      outcome,
      checks,
      nonces,
      commitments,
    ]),
    [['proven', [], [], []]],
  )
  assert.deepEqual(restored(undefined).verdicts, [])
})

test('where it was bid for, no card is turned and the rest goes round', () => {
  const pack = shuffled(new Stream('00'), 4)
  const how = { players: 4, dealer: 3, depth: 0, packets: [3, 3], attacker: 1, bids: true }
  const { turned, hands } = dealt(pack, how)
  assert.equal(turned, null)
  assert.deepEqual(hands[0], [...pack.slice(0, 3), ...pack.slice(12, 15), ...pack.slice(24, 26)])
  assert.deepEqual(hands[3], [...pack.slice(9, 12), ...pack.slice(21, 24), ...pack.slice(30)])
})
