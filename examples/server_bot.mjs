// A bot account that plays a match at a table of its own, beside the server's bots.
//
//     node examples/server_bot.mjs http://localhost:8000 TOKEN [TABLE]
//
// TOKEN is one of a bot account that may play (docs/bots-api.md), TABLE one that it has a seat
// at. After a broken connection it comes back. Node 22 or newer needs no package.
const [server, token, given] = process.argv.slice(2)
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

/** Opens a table with three bots; its id. */
async function open() {
  const body = JSON.stringify({ preset: 'french', level: 'beginner', begin: true })
  const opened = await fetch(`${server}/api/tables`, { method: 'POST', headers, body })
  const answer = await opened.json()
  if (!opened.ok) throw new Error(answer.message)
  return answer.table
}

const table = given ?? (await open())
let update = {}
let sent = {}
let wait = 1000

/** Plays until the match is over, or until the connection breaks. */
function play() {
  const mark = crypto.randomUUID() // An id is unique for a person and a table, for good.
  let number = 0
  let repeat = true // After a broken connection, what may not have arrived.
  let over = false
  const socket = new WebSocket(server.replace('http', 'ws') + '/ws', { headers })
  const send = (message) => socket.send(JSON.stringify(message))
  socket.onopen = () => send({ type: 'join', table, protocol: 2, since: update.version })
  socket.onerror = () => {} // The close that follows says so.
  socket.onclose = () => {
    if (over) return
    if (update.version === undefined) throw new Error(`${server} cannot be played at`)
    setTimeout(play, wait)
    wait = Math.min(30_000, 2 * wait)
  }
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.type === 'refused') {
      console.log(message.message)
      return
    } else if (message.type === 'update') update = message
    else if (message.type === 'changed') {
      // What differs from the update before.
      const view = { ...update.view, ...message.view }
      update = { ...update, view, ...message.fields, version: message.version }
    } else {
      const late = message.type === 'ack' && message.id === sent.id && sent.type === 'act'
      if (late && message.version <= sent.expect) throw new Error('This id was used before.')
      return
    }
    wait = 1000
    const { view, version } = update
    if (view.phase === 'match_over') {
      console.log(`${view.scores.join(' to ')}: ${server}/#/match/${table}`)
      over = true
      socket.close()
      return
    }
    if (sent.expect === version && !repeat) return // An update about something else.
    if (sent.expect !== version) {
      const stamp = { id: `${mark}-${number++}`, expect: version }
      if (view.legal) sent = { type: 'act', ...stamp, action: choose(view) }
      else if (view.phase === 'deal_over' && view.settlement) sent = { type: 'ready', ...stamp }
      else return
    }
    send(sent)
    repeat = false
  }
}

play()
