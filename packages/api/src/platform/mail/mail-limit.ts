import { createHmac } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import { countHit } from '../http/rate-limit.ts'
import type { Em } from '../database/database.ts'

/** How many emails that anyone can request are sent under one key, so that an attacker cannot flood an inbox. */
export const mailLimit = { hits: 3, windowSeconds: 86_400 }

/**
 * Counts an email that anyone can request, and returns whether it may be sent. Throws no error above the limit, which would
 * reveal that the address has received emails.
 * @param key what it is counted under. Strangers share one key for each recipient, and clients that the recipient has used
 * before have another, whose limit no stranger can use up.
 */
export async function mayEmail(em: Em, key: string): Promise<boolean> {
  try {
    await countHit(em, key, mailLimit)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/** Returns a key for counting an address without storing it. */
export function addressKey(email: string, key: string): string {
  return createHmac('sha256', key).update(email.toLowerCase()).digest('hex')
}
