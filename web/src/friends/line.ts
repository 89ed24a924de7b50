// The line on which news of friends and of an evening comes while no table is open: pages at a table have one already.

import { tournamentChanged, lineLost, lineOpened } from '../tournament/desk/following'
import { FATAL_CODES } from '../net/constants'
import { ReconnectingSocket, socketAddress } from '../net/socket'
import { newsArrived } from './friends.svelte'

const FATAL: readonly string[] = FATAL_CODES

/** Open it; returns what closes it. */
export function openLine(): () => void {
  const socket = new ReconnectingSocket(socketAddress(location), {
    connected: () => {
      socket.send({ type: 'listen' })
      lineOpened((message) => socket.send(message))
    },
    received: (message) => {
      if (message.type === 'news') void newsArrived(message)
      if (message.type === 'evening_changed') tournamentChanged(message.event)
      // Whoever is not known any more, or banned, does not ask again.
      if (message.type === 'refused' && FATAL.includes(message.code)) socket.close()
    },
    disconnected: lineLost,
  })
  return () => {
    lineLost()
    socket.close()
  }
}
