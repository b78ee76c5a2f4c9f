import { createHmac } from 'node:crypto'
import { AppError } from '@priormark/core/errors'
import { countHit } from '../http/rate-limit.ts'
import type { Em } from '../sql/database.ts'

/** The limit of emails of a kind to one address, so that an attacker cannot flood an inbox. */
const mailLimit = { hits: 3, windowSeconds: 86_400 }

/**
 * Counts an email that anyone can request, and returns whether the address may get it. An error here would reveal that it got some.
 * @param key for counting addresses without storing them
 */
export async function mayMail(em: Em, what: string, email: string, key: string): Promise<boolean> {
  const hash = createHmac('sha256', key).update(email.toLowerCase()).digest('hex')
  try {
    await countHit(em, `${what}-mail:${hash}`, mailLimit)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
