import { AppError } from '@priormark/core/platform/errors'
import type { Middleware } from 'koa'
import { networksOf } from './client-address.ts'

/** Most responses take no longer. */
const retryAfterSeconds = 5

/**
 * Limits how many responses are open for a network at once, since each holds a connection and memory for as long as the client
 * takes to read it. Mount it after `clientAddress()`.
 * @param perNetwork how many one client may have; wider networks may have a multiple of it. 0 sets no limit
 */
export function limitOpenResponses(perNetwork: number): Middleware {
  const openCounts = new Map<string, number>()
  const countOf = (name: string) => openCounts.get(name) ?? 0

  return (ctx, next) => {
    if (perNetwork === 0) return next()
    const networks = networksOf(ctx.ip)
    if (networks.some(({ name, share }) => countOf(name) >= perNetwork * share)) {
      throw new AppError(
        'rate_limited',
        'Too many requests from your network are open. Please try again in a few seconds.',
        { retryAfterSeconds },
      )
    }
    for (const { name } of networks) openCounts.set(name, countOf(name) + 1)
    ctx.res.once('close', () => {
      for (const { name } of networks) {
        if (countOf(name) <= 1) openCounts.delete(name)
        else openCounts.set(name, countOf(name) - 1)
      }
    })
    return next()
  }
}
