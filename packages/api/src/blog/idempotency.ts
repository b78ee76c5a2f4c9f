import { createHash } from 'node:crypto'
import { AppError } from '@priormark/core/platform/errors'
import * as v from 'valibot'
import type { Em } from '../platform/database/database.ts'
import { IdempotentRequest } from './idempotent-request-entity.ts'
import { lockPosts } from './post-changes.ts'

interface ChangeRequest {
  adminId: string
  /** The Idempotency-Key; null if none was sent. */
  key: string | null
  /** Everything that identifies the request. */
  content: readonly unknown[]
}

/**
 * Makes a change of posts once: a request with the same key gets the same response again and changes nothing. Key,
 * change and response are written in one transaction. A failed change does not store its key.
 * @throws AppError idempotency_mismatch if the key was used for another request; whatever `change` throws
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
    const previous = await tx.findOne(IdempotentRequest, { adminId, key })
    if (previous !== null) {
      if (previous.requestHash === requestHash) return v.parse(schema, JSON.parse(previous.response))
      throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another change')
    }
    const response = await change(tx)
    tx.create(IdempotentRequest, {
      adminId,
      key,
      requestHash,
      response: JSON.stringify(response),
      createdAt: new Date(),
    })
    return response
  })
}
