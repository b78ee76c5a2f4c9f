import { createHash } from 'node:crypto'
import { AppError } from '@priormark/core/errors'
import * as v from 'valibot'
import type { Em } from '../sql/database.ts'
import { BlogRequest } from './idempotency-entity.ts'
import { lockPosts } from './post-changes.ts'

/** A change as it was asked for. */
export interface ChangeRequest {
  adminId: string
  /** The Idempotency-Key; null where none was sent. */
  key: string | null
  /** Everything that makes the request what it is. */
  content: readonly unknown[]
}

/**
 * Makes a change of posts once: asked again under the same key it answers what it answered before, and changes nothing.
 * Key, change and answer are written in one transaction. A change that was refused leaves no key behind.
 * @throws AppError idempotency_mismatch where the key was used for something else; whatever `change` throws
 */
export async function changeOnce<Reply>(
  em: Em,
  request: ChangeRequest,
  schema: v.GenericSchema<unknown, Reply>,
  change: (em: Em) => Promise<Reply>,
): Promise<Reply> {
  return em.transactional(async (tx) => {
    await lockPosts(tx)
    const { adminId, key } = request
    if (key === null) return change(tx)
    const requestHash = createHash('sha256').update(JSON.stringify(request.content)).digest('hex')
    const known = await tx.findOne(BlogRequest, { adminId, key })
    if (known !== null) {
      if (known.requestHash === requestHash) return v.parse(schema, JSON.parse(known.reply))
      throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another change')
    }
    const reply = await change(tx)
    tx.create(BlogRequest, { adminId, key, requestHash, reply: JSON.stringify(reply), createdAt: new Date() })
    return reply
  })
}
