import { randomUUID } from 'node:crypto'
import { EvmTransaction } from '../../src/proofs/anchors/evm/evm-transaction-entity.ts'
import { Anchor } from '../../src/proofs/leaves/batch-entities.ts'
import type { Em } from '../../src/platform/database/database.ts'
import { chainId, sender } from '../evm-chain.ts'

/** Adds a transaction of the tests' key on the tests' chain; the caller flushes. */
export function buildEvmTransaction(
  em: Em,
  anchorId: string,
  details: Pick<EvmTransaction, 'nonce'> & Partial<EvmTransaction>,
): EvmTransaction {
  return em.create(EvmTransaction, {
    id: randomUUID(),
    anchor: em.getReference(Anchor, anchorId),
    chainId,
    sender,
    createdAt: new Date(),
    ...details,
  })
}
