import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Anchor } from '../../leaves/batch-entities.ts'

/** A nonce of an account on a chain, reserved for one root before anything is signed with it. */
export const EvmTransaction = defineEntity({
  name: 'EvmTransaction',
  // Ensures that two roots never share a nonce, even if two processes race.
  uniques: [
    { properties: ['chainId', 'sender', 'nonce'] },
    { name: 'evm_transaction_anchor_unique', properties: ['anchor'], where: '"abandoned_at" is null' },
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
export type EvmTransaction = InferEntity<typeof EvmTransaction>

/** A signed transaction. All attempts of one transaction share its nonce, so that at most one of them is mined. */
export const EvmAttempt = defineEntity({
  name: 'EvmAttempt',
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
export type EvmAttempt = InferEntity<typeof EvmAttempt>
