import { defineEntity, p } from '@mikro-orm/core'
import { Anchor } from '../../proofs/anchor-entity.ts'

const EvmTransactionSchema = defineEntity({
  name: 'EvmTransaction',
  tableName: 'evm_transaction',
  // No two roots ever share a number: whatever two processes do, the second one's row is refused.
  uniques: [{ properties: ['chainId', 'sender', 'nonce'] }],
  indexes: [
    {
      name: 'evm_transaction_anchor_unique',
      expression:
        'create unique index "evm_transaction_anchor_unique" on "evm_transaction" ("anchor_id") where "given_up_at" is null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    anchor: () => p.manyToOne(Anchor),
    chainId: p.bigint('number'),
    /** The address whose key signs, in lower case. */
    sender: p.string().length(42),
    nonce: p.integer(),
    createdAt: p.datetime(),
    /** An administrator asked to go on: raise the fee now, or begin anew where that is what helps. */
    retryAsked: p.boolean().default(false),
    /** Set once it can never be mined, or failed for good; then its anchor may have another one. */
    givenUpAt: p.datetime().nullable(),
  },
})

/** The number of an address on a chain that is reserved for one root, before anything is signed with it. */
export class EvmTransaction extends EvmTransactionSchema.class {}
EvmTransactionSchema.setClass(EvmTransaction)
