import { AppError } from '@priormark/core/platform/errors'
import type { Middleware } from 'koa'
import { networksOf } from './client-address.ts'

/** When to retry, in seconds: most responses take no longer. */
const retryAfterSeconds = 5

/**
 * Limits how many responses are open for a network at once, since each holds a connection and memory for as long as the client
 * takes to read it. Mount it after `clientAddress()`.
 * @param perNetwork how many one client may have; wider networks have a multiple of it as their share. 0 limits none
 */
export function limitOpenResponses(perNetwork: number): Middleware {
  const open = new Map<string, number>()
  const countOf = (name: string) => open.get(name) ?? 0

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
    for (const { name } of networks) open.set(name, countOf(name) + 1)
    ctx.res.once('close', () => {
      for (const { name } of networks) {
        if (countOf(name) <= 1) open.delete(name)
        else open.set(name, countOf(name) - 1)
      }
    })
    return next()
  }
}
