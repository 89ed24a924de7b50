// The line on which news of friends comes while no table is open: pages at a table have one already.

import { ReconnectingSocket, socketAddress } from '../net/socket'
import { newsArrived } from './friends.svelte'

/** Open it; returns what closes it. */
export function openLine(): () => void {
  const socket = new ReconnectingSocket(socketAddress(location), {
    connected: () => socket.send({ type: 'listen' }),
    received: (message) => {
      if (message.type === 'news') void newsArrived(message.what)
    },
    disconnected: () => null,
  })
  return () => socket.close()
}
