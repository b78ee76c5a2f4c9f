import type { InferKyselyTable } from '@mikro-orm/sql'
import type { Em } from '../platform/database/database.ts'
import type { OrderBookTables } from '../order-book/tables.ts'
import type { EvmTransaction } from './anchors/evm/evm-transaction-entity.ts'
import type { Anchor, ProofLeaf } from './leaves/batch-entities.ts'

/** The tables that are read without entities, of this room and of those below it. */
export interface ProofTables extends OrderBookTables {
  anchor: InferKyselyTable<typeof Anchor>
  evm_transaction: InferKyselyTable<typeof EvmTransaction>
  proof_leaf: InferKyselyTable<typeof ProofLeaf>
}

export const queries = (em: Em) => em.getKysely<ProofTables>()
