import { randomBytes, randomUUID } from 'node:crypto'
import { Anchor, AnchorBatch } from '../../src/proofs/leaves/batch-entities.ts'
import type { Em } from '../../src/platform/database/database.ts'

/** Adds an empty batch with a random root; the caller flushes. */
export function buildBatch(em: Em, details: Partial<AnchorBatch> = {}): AnchorBatch {
  return em.create(AnchorBatch, {
    id: randomUUID(),
    root: randomBytes(32).toString('hex'),
    leafCount: 0,
    sealedAt: new Date(),
    ...details,
  })
}

/** Adds an anchor that was not submitted yet; the caller flushes. */
export function buildAnchor(
  em: Em,
  batch: AnchorBatch,
  { kind, ...details }: Pick<Anchor, 'kind'> & Partial<Anchor>,
): Anchor {
  const now = new Date()
  return em.create(Anchor, { id: randomUUID(), batch, kind, createdAt: now, updatedAt: now, ...details })
}
