// A WebSocket server in the same process, on a port of its own, that sends what a test tells it to.
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { FromClient, FromServer } from '../../src/net/messages'

type Of<T extends FromClient['type']> = Extract<FromClient, { type: T }>

/** One socket of a client, as its server has it. */
export class Connection {
  readonly received: FromClient[] = []
  private read = 0

  constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) =>
      this.received.push(JSON.parse(data.toString()) as FromClient),
    )
  }

  /** The next message of this type; those before it are read, too. */
  async next<T extends FromClient['type']>(type: T): Promise<Of<T>> {
    const find = () =>
      this.received.findIndex((message, at) => at >= this.read && message.type === type)
    const at = await vi.waitUntil(() => find() + 1, WAIT)
    this.read = at
    return this.received[at - 1] as Of<T>
  }

  send(message: FromServer): void {
    this.socket.send(JSON.stringify(message))
  }

  close(code: number): void {
    this.socket.close(code)
  }

  /** Cut the connection like a failing network, without a close frame. */
  cut(): void {
    this.socket.terminate()
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }
}

const WAIT = { timeout: 20_000, interval: 5 }

export class Server {
  readonly connections: Connection[] = []

  private constructor(private readonly server: WebSocketServer) {
    server.on('connection', (socket) => this.connections.push(new Connection(socket)))
  }

  static async start(): Promise<Server> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    return new Server(server)
  }

  /** The page's supposed address. */
  get location(): { protocol: string; host: string } {
    return { protocol: 'http:', host: `127.0.0.1:${(this.server.address() as AddressInfo).port}` }
  }

  /** Wait for the connection of this number, the first being 1. */
  async connection(number: number): Promise<Connection> {
    return vi.waitUntil(() => this.connections[number - 1], WAIT)
  }

  async stop(): Promise<void> {
    for (const client of this.server.clients) client.terminate()
    await new Promise((stopped) => this.server.close(stopped))
  }
}

/** Wait until it is so. */
export const until = (condition: () => unknown): Promise<unknown> => vi.waitUntil(condition, WAIT)
