import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { OrderBookTables } from '../order-book/tables.ts'
import type { EvmAttemptSchema, EvmTransactionSchema } from './anchors/evm/evm-transaction-entity.ts'
import type { OtsStampSchema } from './anchors/opentimestamps/ots-repository.ts'
import type { TsaTokenSchema } from './anchors/rfc3161/tsa-token-entity.ts'
import type { AnchorSchema, AnchorBatchSchema, ProofLeafSchema } from './leaves/batch-entities.ts'

/** The tables of this room and of those below it. */
export interface ProofTables extends OrderBookTables {
  anchor: InferKyselyTable<typeof AnchorSchema>
  anchor_batch: InferKyselyTable<typeof AnchorBatchSchema>
  evm_attempt: InferKyselyTable<typeof EvmAttemptSchema>
  evm_transaction: InferKyselyTable<typeof EvmTransactionSchema>
  ots_stamp: InferKyselyTable<typeof OtsStampSchema>
  tsa_token: InferKyselyTable<typeof TsaTokenSchema>
  proof_leaf: InferKyselyTable<typeof ProofLeafSchema>
}

export const queries = (em: Em) => em.getKysely<ProofTables>()
