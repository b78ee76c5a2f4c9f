import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { OrderBookTables } from '../order-book/tables.ts'
import type { EvmAttempt, EvmTransaction } from './anchors/evm/evm-transaction-entity.ts'
import type { OtsStamp } from './anchors/opentimestamps/ots-repository.ts'
import type { TsaToken } from './anchors/rfc3161/tsa-repository.ts'
import type { Anchor, AnchorBatch, ProofLeaf } from './leaves/batch-entities.ts'

/** The tables of this room and of those below it. */
export interface ProofTables extends OrderBookTables {
  anchor: InferKyselyTable<typeof Anchor>
  anchor_batch: InferKyselyTable<typeof AnchorBatch>
  evm_attempt: InferKyselyTable<typeof EvmAttempt>
  evm_transaction: InferKyselyTable<typeof EvmTransaction>
  ots_stamp: InferKyselyTable<typeof OtsStamp>
  tsa_token: InferKyselyTable<typeof TsaToken>
  proof_leaf: InferKyselyTable<typeof ProofLeaf>
}

export const queries = (em: Em) => em.getKysely<ProofTables>()
