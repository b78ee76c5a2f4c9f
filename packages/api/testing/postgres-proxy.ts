import { connect, createServer, type Socket } from 'node:net'

/** What happens to a connection: closed in order, reset, or still open while no byte passes any more. */
export type Fault = 'close' | 'reset' | 'freeze'

export interface FaultAt {
  fault: Fault
  /** The statement at which it happens. */
  statement: RegExp
  /** Whether the server still executes the statement; its reply never arrives. */
  isExecuted: boolean
}

/** Stands between a pool and PostgreSQL, reads the statements, and breaks a connection at a chosen one. */
export interface PostgresProxy {
  /** The address of the database through the proxy. */
  url: string
  /** Breaks the connection of the next statement that fits, once. */
  failAt(fault: FaultAt): void
  /** Breaks every connection that is open now. */
  failNow(fault: Fault): void
  /** Accepts connections and passes nothing on, until `resume`. */
  silence(): void
  resume(): void
  /** How many connections were broken so far. */
  broken(): number
  close(): Promise<void>
}

export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const links = new Set<Link>()
  let faultAt: FaultAt | null = null
  let isSilent = false
  let broken = 0

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const link: Link = { client, upstream, isFrozen: isSilent }
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
      else if (!link.isFrozen) client.write(bytes)
    })
  })

  const fail = (link: Link, fault: Fault) => {
    broken++
    delete link.onReply
    // The server must not go on with a transaction whose client is gone.
    if (fault === 'freeze') {
      link.isFrozen = true
      link.upstream.destroy()
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
    silence() {
      isSilent = true
      for (const link of links) link.isFrozen = true
    },
    resume() {
      isSilent = false
      for (const link of links) if (link.isFrozen) link.client.destroy()
    },
    broken: () => broken,
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
  onReply?: () => void
}

/**
 * Reads what a client sends (protocol 3.0: one startup packet without a type, then a type, a length and a body each) and
 * returns the text of a statement (Query or Parse) that ends in these bytes.
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
