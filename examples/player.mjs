// A player for `rebelote arena`: a program that answers `bid` and `play` of the engine protocol.
//
//     rebelote arena "cmd:node examples/player.mjs" beginner --deals 20
//
// It passes, leads the highest card and follows with the lowest one that is legal.
import { createInterface } from 'node:readline'

const ORDER = '789JQKTA'

function choose({ op, view }) {
  if (op === 'bid') return { action: view.legal.calls[0] }
  const cards = [...view.legal.cards].sort((a, b) => ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]))
  return { card: view.trick.cards.length ? cards[0] : cards.at(-1) }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  console.log(JSON.stringify({ id: request.id, ok: true, ...choose(request) }))
}
