import { Socket } from 'node:net'

/** How often this process wrote to sockets during a piece of work. */
interface Writes {
  /** Responses, or parts of them. */
  http: number
  /** Statements, since the driver sends each one in a single write and waits for its rows. */
  database: number
}

/** The method of a stream that its buffer calls once for each write to the operating system. */
type StreamWrite = (this: Socket, ...args: never[]) => unknown

/** Counts the writes of the server on a port, and those to databases, until the work is done. */
export async function countWrites(port: number, work: () => Promise<unknown>): Promise<Writes> {
  const writes: Writes = { http: 0, database: 0 }
  const prototype: Record<'_write' | '_writev', StreamWrite> = Object(Socket.prototype)
  const { _write, _writev } = prototype
  const counting = (original: StreamWrite): StreamWrite =>
    function (...args) {
      if (this.localPort === port) writes.http += 1
      else if (this.remotePort !== port) writes.database += 1
      return original.apply(this, args)
    }
  prototype._write = counting(_write)
  prototype._writev = counting(_writev)
  try {
    await work()
  } finally {
    Object.assign(prototype, { _write, _writev })
  }
  return writes
}
