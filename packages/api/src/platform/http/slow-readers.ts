import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The minimum speed at which clients must read responses. */
interface ReaderPace {
  windowMs: number
  minBytesPerSecond: number
  /** How long a client may read nothing. The system buffers some megabytes, so even a steady reader takes them in steps. */
  graceMs: number
}

/** A file of 50 MB takes at most 53 minutes. A client that reads nothing costs its connection and some memory for 90 seconds. */
const usualReaderPace: ReaderPace = { windowMs: 10_000, minBytesPerSecond: 16 * 1024, graceMs: 90_000 }

/**
 * Ends connections whose clients read too slowly. Time in which the server has nothing to send does not count.
 * @returns a function that stops the checks
 */
export function cutSlowReaders(
  server: Server,
  { windowMs, minBytesPerSecond, graceMs }: ReaderPace = usualReaderPace,
): () => void {
  const readers = new Map<Socket, { bytesWritten: number; leftMs: number }>()
  const msFor = (bytes: number) => (bytes / minBytesPerSecond) * 1_000

  server.on('connection', (socket) => {
    readers.set(socket, { bytesWritten: 0, leftMs: graceMs })
    socket.once('close', () => readers.delete(socket))
  })

  const timer = setInterval(() => {
    for (const [socket, reader] of readers) {
      const { bytesWritten, writableLength } = socket
      const earnedMs = msFor(bytesWritten - reader.bytesWritten)
      reader.bytesWritten = bytesWritten
      // Only what is still to be read buys time, so a fast start is no credit for reading nothing later.
      const mostMs = graceMs + msFor(writableLength)
      reader.leftMs = writableLength === 0 ? graceMs : Math.min(reader.leftMs - windowMs + earnedMs, mostMs)
      if (reader.leftMs < 0) socket.destroy()
    }
  }, windowMs).unref()
  return () => clearInterval(timer)
}
