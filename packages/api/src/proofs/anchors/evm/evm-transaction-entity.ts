import { defineEntity, p } from '@mikro-orm/core'
import { Anchor } from '../../leaves/anchor-entity.ts'

export const EvmTransactionSchema = defineEntity({
  name: 'EvmTransaction',
  tableName: 'evm_transaction',
  // Ensures that two roots never share a nonce, even if two processes race.
  uniques: [{ properties: ['chainId', 'sender', 'nonce'] }],
  indexes: [
    {
      name: 'evm_transaction_anchor_unique',
      expression:
        'create unique index "evm_transaction_anchor_unique" on "evm_transaction" ("anchor_id") where "abandoned_at" is null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    anchor: () => p.manyToOne(Anchor),
    chainId: p.bigint('number'),
    /** The address of the signing key, in lower case. */
    sender: p.string().length(42),
    nonce: p.integer(),
    createdAt: p.datetime(),
    /** An administrator requested a retry: raise the fee now, or start over with a new transaction if that helps. */
    retryRequested: p.boolean().default(false),
    /** Set once it can never be mined, or failed permanently. Its anchor may then have another one. */
    abandonedAt: p.datetime().nullable(),
  },
})

/** A nonce of an account on a chain, reserved for one root before anything is signed with it. */
export class EvmTransaction extends EvmTransactionSchema.class {}
EvmTransactionSchema.setClass(EvmTransaction)
