// The line on which news of friends comes while no table is open: pages at a table have one already.

import { FATAL_CODES } from '../net/constants'
import { ReconnectingSocket, socketAddress } from '../net/socket'
import { newsArrived } from './friends.svelte'

const FATAL: readonly string[] = FATAL_CODES

/** Open it; returns what closes it. */
export function openLine(): () => void {
  const socket = new ReconnectingSocket(socketAddress(location), {
    connected: () => socket.send({ type: 'listen' }),
    received: (message) => {
      if (message.type === 'news') void newsArrived(message)
      // Whoever is not known any more, or banned, does not ask again.
      if (message.type === 'refused' && FATAL.includes(message.code)) socket.close()
    },
    disconnected: () => null,
  })
  return () => socket.close()
}
