import { connect, createServer, type Socket } from 'node:net'

/**
 * What happens to a connection: closed normally, reset, left open without passing on any data, or closed after the shutdown
 * message of PostgreSQL and pgbouncer, which is sent twice.
 */
export type Fault = 'close' | 'reset' | 'freeze' | 'shutDown'

interface FaultAt {
  fault: Fault
  /** The statement that triggers it. */
  statement: RegExp
  /** Whether the server still executes the statement; its reply never arrives. */
  isExecuted: boolean
}

/** A proxy between a pool and PostgreSQL that reads the statements, and breaks a connection at a chosen one. */
export interface PostgresProxy {
  /** The database URL through the proxy. */
  url: string
  /** Breaks the connection of the next matching statement, once. */
  failAt(fault: FaultAt): void
  /** Breaks all open connections. */
  failNow(fault: Fault): void
  /** Shuts down every connection whose last statement matches. */
  shutDown(lastStatement: RegExp): void
  /** Drops notifications, like a pooler that runs each transaction on another connection. */
  dropNotifications(): void
  /** Refuses this number of connections. */
  refuse(connections: number): void
  /** Accepts connections and passes nothing on, until `resume`. */
  silence(): void
  resume(): void
  /** The number of connections broken so far. */
  broken(): number
  /** The number of connections that are still open and pass nothing on. */
  frozen(): number
  close(): Promise<void>
}

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const links = new Set<Link>()
  let faultAt: FaultAt | null = null
  let isSilent = false
  let dropsNotifications = false
  let broken = 0
  let refusals = 0

  const server = createServer((client) => {
    if (refusals > 0) {
      refusals--
      broken++
      client.on('error', () => undefined)
      client.resetAndDestroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    const link: Link = { client, upstream, isFrozen: isSilent, lastStatement: '' }
    links.add(link)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.on('close', () => {
      links.delete(link)
      upstream.destroy()
    })
    upstream.on('close', () => {
      if (!link.isFrozen) client.destroy()
    })
    const statements = statementReader()
    client.on('data', (bytes) => {
      if (link.isFrozen) return
      const statement = statements(bytes)
      if (statement !== null) link.lastStatement = statement
      const fault = faultAt
      if (fault === null || statement === null || !fault.statement.test(statement)) {
        upstream.write(bytes)
        return
      }
      faultAt = null
      if (!fault.isExecuted) {
        fail(link, fault.fault)
        return
      }
      link.onReply = () => fail(link, fault.fault)
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (link.onReply !== undefined) link.onReply()
      else if (!link.isFrozen) client.write(dropsNotifications ? withoutNotifications(bytes) : bytes)
    })
  })

  const fail = (link: Link, fault: Fault) => {
    broken++
    delete link.onReply
    // Otherwise the server would continue a transaction whose client is gone.
    if (fault === 'freeze') {
      link.isFrozen = true
      link.upstream.destroy()
    } else if (fault === 'shutDown') {
      link.client.write(shutdownMessage)
      link.client.end(shutdownMessage)
    } else if (fault === 'reset') link.client.resetAndDestroy()
    else link.client.destroy()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: url.href,
    failAt: (fault) => void (faultAt = fault),
    failNow(fault) {
      for (const link of links) fail(link, fault)
    },
    shutDown(lastStatement) {
      for (const link of links) {
        if (lastStatement.test(link.lastStatement)) fail(link, 'shutDown')
      }
    },
    refuse: (connections) => void (refusals = connections),
    dropNotifications: () => void (dropsNotifications = true),
    silence() {
      isSilent = true
      for (const link of links) link.isFrozen = true
    },
    resume() {
      isSilent = false
      for (const link of links) if (link.isFrozen) link.client.destroy()
    },
    broken: () => broken,
    frozen: () => [...links].filter(({ isFrozen }) => isFrozen).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const { client, upstream } of links) {
          client.destroy()
          upstream.destroy()
        }
      }),
  }
}

interface Link {
  client: Socket
  upstream: Socket
  isFrozen: boolean
  lastStatement: string
  onReply?: () => void
}

/**
 * Parses what a client sends (protocol 3.0: one startup packet without a type, then messages of type, length and body).
 * Returns the text of a statement (Query or Parse) that ends in these bytes.
 */
function statementReader(): (bytes: Buffer) => string | null {
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    let statement: string | null = null
    for (;;) {
      const start = isStarted ? 1 : 0
      if (rest.length < start + 4) return statement
      const end = start + rest.readInt32BE(start)
      if (rest.length < end) return statement
      const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : ''
      const body = rest.subarray(start + 4, end)
      if (type === 'Q') statement = body.toString('utf8', 0, body.indexOf(0))
      if (type === 'P') {
        const afterName = body.indexOf(0) + 1
        statement = body.toString('utf8', afterName, body.indexOf(0, afterName))
      }
      isStarted = true
      rest = rest.subarray(end)
    }
  }
}

/** An ErrorResponse: FATAL 57P01, as a server sends it before it closes the connection. */
const shutdownMessage = (() => {
  const fields = Buffer.from(
    'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
  )
  const head = Buffer.from('E....')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

/** Removes NotificationResponse messages from complete messages of the server. */
function withoutNotifications(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let start = 0; start < bytes.length;) {
    const end = start + 1 + bytes.readInt32BE(start + 1)
    if (bytes[start] !== 'A'.charCodeAt(0)) kept.push(bytes.subarray(start, end))
    start = end
  }
  return Buffer.concat(kept)
}
