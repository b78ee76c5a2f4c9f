import { defineEntity, p } from '@mikro-orm/core'
import { EvmTransaction } from './evm-transaction-entity.ts'

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
