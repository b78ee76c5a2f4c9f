import { defineEntity, p } from '@mikro-orm/core'
import { Anchor } from '../../leaves/batch-entities.ts'

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
    /** Set once it can never be mined, or failed permanently. Its anchor may then have another transaction. */
    abandonedAt: p.datetime().nullable(),
  },
})

/** A nonce of an account on a chain, reserved for one root before anything is signed with it. */
export class EvmTransaction extends EvmTransactionSchema.class {}
EvmTransactionSchema.setClass(EvmTransaction)

export const EvmAttemptSchema = defineEntity({
  name: 'EvmAttempt',
  tableName: 'evm_attempt',
  uniques: [{ properties: ['transaction', 'ordinal'] }],
  properties: {
    /** The transaction hash. */
    hash: p.string().length(66).$type<`0x${string}`>().primary(),
    transaction: () => p.manyToOne(EvmTransaction),
    /** 1 for the first attempt, 2 for its replacement, and so on. */
    ordinal: p.integer(),
    /** The signed transaction in hex. Resending sends exactly these bytes. */
    raw: p.text().$type<`0x${string}`>(),
    /** The gas limit. */
    gas: p.bigint('bigint'),
    /** In wei per unit of gas. */
    maxFee: p.bigint('bigint'),
    priorityFee: p.bigint('bigint'),
    signedAt: p.datetime(),
    /** When a node first accepted it; null while no node is known to have it. */
    sentAt: p.datetime().nullable(),
  },
})

/** A signed transaction. All attempts of one transaction share its nonce, so that at most one of them is mined. */
export class EvmAttempt extends EvmAttemptSchema.class {}
EvmAttemptSchema.setClass(EvmAttempt)
