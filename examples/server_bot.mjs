// A bot account that plays a match at a table of its own, beside the server's bots.
//
//     node examples/server_bot.mjs http://localhost:8000 TOKEN
//
// TOKEN is one of a bot account that may play (docs/bots-api.md). Node 22 or newer needs no package.
const [server, token] = process.argv.slice(2)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const ORDER = '789JQKTA'

/** It passes, leads its highest card and follows with its lowest. */
function choose({ legal, trick }) {
  if (legal.calls?.length) return legal.calls[0]
  if (legal.actions.includes('cut')) return { do: 'cut', depth: legal.cut_min }
  if (legal.actions.includes('packets')) return { do: 'packets', packets: legal.packets[0] }
  const cards = [...legal.cards].sort((a, b) => ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]))
  const announce = (legal.announce ?? []).map((meld) => meld.kind)
  return { do: 'play', card: trick.cards.length ? cards[0] : cards.at(-1), announce }
}

const body = JSON.stringify({ preset: 'french', level: 'beginner', begin: true })
const opened = await fetch(`${server}/api/tables`, { method: 'POST', headers, body })
if (!opened.ok) throw new Error((await opened.json()).message)
const { table } = await opened.json()

const socket = new WebSocket(server.replace('http', 'ws') + '/ws', { headers })
let update = {}
let number = 0
const send = (message) => socket.send(JSON.stringify(message))
socket.onopen = () => send({ type: 'join', table, protocol: 2 })
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (message.type === 'refused') console.log(message.message)
  else if (message.type === 'update') update = message
  else if (message.type === 'changed') {
    // What differs from the update before.
    const view = { ...update.view, ...message.view }
    update = { ...update, view, ...message.fields, version: message.version }
  } else return
  const { view, version } = update
  const stamp = { id: String(number++), expect: version }
  if (view.phase === 'match_over') {
    console.log(`${view.scores.join(' to ')}: ${server}/#/match/${table}`)
    socket.close()
  } else if (view.legal) send({ type: 'act', ...stamp, action: choose(view) })
  else if (view.phase === 'deal_over') send({ type: 'ready', ...stamp })
}
