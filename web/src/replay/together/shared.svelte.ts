// The line to a shared replay: it comes again by itself, and what is done waits for its answer.

import { refusalText } from '../../i18n/words'
import { t } from '../../i18n/language.svelte'
import type {
  CommentOn,
  FromServer,
  LeadReplay,
  Refused,
  ReplayPlace,
  SharedReplay,
  ShowOut,
  TryMove,
  Withdraw,
} from '../../net/messages'
import { FATAL_CODES } from '../../net/constants'
import { PROTOCOL } from '../../net/deltas'
import { newId } from '../../net/ids'
import { ReconnectingSocket, socketAddress } from '../../net/socket'
import { withChange } from './together'

type AtReplay = LeadReplay | TryMove | CommentOn | Withdraw | ShowOut
type Unsent<M> = M extends { id: string } ? Omit<M, 'id'> : never
/** An action in a shared replay, without its id. */
export type Deed = Unsent<AtReplay>

export class SharedLine {
  state = $state.raw<SharedReplay | null>(null)
  /** Why one may not be here, or what was refused. */
  refused = $state('')
  connected = $state(false)
  private readonly socket: ReconnectingSocket
  /** Whether one was here already. */
  private before = false
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  private readonly waiting = new Map<string, (answer: FromServer) => void>()

  /** `again`: what is done once the line is there again after it was lost. */
  constructor(
    replay: string,
    private readonly again: () => void,
  ) {
    this.socket = new ReconnectingSocket(socketAddress(location), {
      connected: () => this.socket.send({ type: 'open_replay', replay, protocol: PROTOCOL }),
      received: (message) => this.received(message),
      disconnected: () => this.lost(),
    })
  }

  /** Do something; whether it was done. */
  do(deed: Deed): Promise<boolean> {
    const id = newId()
    this.refused = ''
    return new Promise((resolve) => {
      this.waiting.set(id, (answer) => resolve(answer.type === 'ack'))
      this.socket.ask({ ...deed, id })
    })
  }

  lead = ({ deal, step, move }: ReplayPlace): Promise<boolean> =>
    this.do({ type: 'lead_replay', deal, step, move })

  close(): void {
    this.lost()
    this.socket.close()
  }

  private received(message: FromServer): void {
    switch (message.type) {
      case 'shared_replay':
        this.state = message
        if (!this.connected) this.arrived()
        break
      case 'replay_changed':
        if (this.state) this.state = withChange(this.state, message)
        break
      case 'replay_led':
        if (this.state) this.state = { ...this.state, leader: message.leader, place: message.place }
        break
      case 'refused':
        this.refuse(message)
        this.answered(message.id, message)
        break
      case 'ack':
        this.answered(message.id, message)
    }
  }

  private arrived(): void {
    this.connected = true
    if (this.before) this.again()
    this.before = true
  }

  private refuse(message: Refused): void {
    this.refused = refusalText(t, message)
    if (message.id === null && FATAL_CODES.some((code) => code === message.code)) this.end()
  }

  /** Stop: the reader may not be here, and sees only why. */
  private end(): void {
    this.state = null
    this.close()
  }

  private answered(id: string | null, message: FromServer): void {
    if (id === null) return
    this.waiting.get(id)?.(message)
    this.waiting.delete(id)
  }

  /** Nobody knows whether what was on its way was done. */
  private lost(): void {
    this.connected = false
    for (const answered of this.waiting.values()) answered({ type: 'pong' })
    this.waiting.clear()
  }
}
