import type { Context } from 'koa'

/** How long the rest of a refused body is read for nothing, in milliseconds. */
const lingerMs = 30_000

/**
 * Lets a client that is still sending read its refusal: a connection closed upon unread bytes is reset, and the browser
 * then knows of no answer. The rest is thrown away, for a while.
 */
export function lingerForBody({ req }: Context): void {
  const hangUp = setTimeout(() => req.socket.destroy(), lingerMs).unref()
  for (const end of ['end', 'close'] as const) req.once(end, () => clearTimeout(hangUp))
  req.resume()
}
