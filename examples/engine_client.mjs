// A client of the engine in Node: a match against two bots of level club, and its record read back.
//
//     node examples/engine_client.mjs
//
// It passes and plays the first card that is legal. `rebelote` must be on the path.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const engine = spawn('rebelote', ['engine'])
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]()

async function ask(request) {
  engine.stdin.write(JSON.stringify(request) + '\n')
  return JSON.parse((await lines.next()).value)
}

function choose({ legal }) {
  if (legal.calls?.length) return legal.calls[0]
  if (legal.actions.includes('cut')) return { do: 'cut', depth: legal.cut_min }
  if (legal.actions.includes('packets')) return { do: 'packets', packets: legal.packets[0] }
  return { do: 'play', card: legal.cards[0] }
}

const bots = { 1: 'club', 3: 'club' }
let state = await ask({ op: 'new', rules: { base: 'french', end_deals: 2 }, seed: 1, bots })
const { game } = state
while (!state.over)
  state = await ask({ op: 'act', game, seat: state.view.seat, action: choose(state.view) })
const { text } = await ask({ op: 'record', game })
console.log((await ask({ op: 'replay', text })).scores.join(' to '))
engine.stdin.end()
