import { defineEntity, p } from '@mikro-orm/core'
import { EvmTransaction } from './evm-transaction-entity.ts'

const EvmAttemptSchema = defineEntity({
  name: 'EvmAttempt',
  tableName: 'evm_attempt',
  uniques: [{ properties: ['transaction', 'ordinal'] }],
  properties: {
    /** Of the signed bytes, as the chain names the transaction. */
    hash: p.string().length(66).$type<`0x${string}`>().primary(),
    transaction: () => p.manyToOne(EvmTransaction),
    /** 1 for the first, 2 for what replaces it, and so on. */
    ordinal: p.integer(),
    /** The signed bytes in hex: what is sent again is exactly this. */
    raw: p.text().$type<`0x${string}`>(),
    /** In wei for a unit of gas. */
    maxFee: p.bigint('bigint'),
    priorityFee: p.bigint('bigint'),
    signedAt: p.datetime(),
    /** When a node first took it; null while nobody is known to have it. */
    sentAt: p.datetime().nullable(),
  },
})

/** A transaction as it was signed. All attempts of one transaction have its number, so that one of them at most is mined. */
export class EvmAttempt extends EvmAttemptSchema.class {}
EvmAttemptSchema.setClass(EvmAttempt)
