import { toHex } from '@priormark/core/proofs/proof/bytes'
import { proofTag } from '@priormark/core/proofs/proof/leaf'
import * as v from 'valibot'
import type { ChainRpc } from './chain-rpc.ts'

const Hex = v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i))
const Quantity = v.pipe(Hex, v.transform(Number))
const Transaction = v.object({
  from: Hex,
  to: v.nullable(Hex),
  input: Hex,
  blockNumber: v.nullable(Quantity),
})
const Receipt = v.object({ blockHash: Hex, blockNumber: Quantity, status: Quantity, gasUsed: Quantity })
const Block = v.object({ number: Quantity, timestamp: Quantity })

/** The content of a transaction: the three parts of the shop's own, or any other data. */
export type TransactionData =
  | { kind: 'root'; tag: string; version: string; root: string }
  | { kind: 'other'; data: string }

/** A transaction for its page. Hashes and addresses are in hex with 0x, data without. */
export interface ShownTransaction {
  hash: string
  from: string
  to: string | null
  data: TransactionData
  /** Null until it is in a block. */
  block: {
    number: number
    hash: string
    time: Date
    isFinal: boolean
    isSuccess: boolean
    gasUsed: number
  } | null
}

/** Reads a transaction and its block. Returns null if the chain does not know it. @param hash in hex with 0x */
export async function findTransaction(rpc: ChainRpc, hash: string): Promise<ShownTransaction | null> {
  const transaction = await rpc(v.nullable(Transaction), 'eth_getTransactionByHash', hash)
  if (transaction === null) return null
  const receipt =
    transaction.blockNumber === null
      ? null
      : await rpc(v.nullable(Receipt), 'eth_getTransactionReceipt', hash)
  const data = splitData(transaction.input.slice(2))
  const shown = { hash, from: transaction.from, to: transaction.to, data }
  if (receipt === null) return { ...shown, block: null }
  const number = `0x${receipt.blockNumber.toString(16)}`
  const block = await rpc(Block, 'eth_getBlockByNumber', number, false)
  const finalized = await rpc(Block, 'eth_getBlockByNumber', 'finalized', false)
  return {
    ...shown,
    block: {
      number: block.number,
      hash: receipt.blockHash,
      time: new Date(block.timestamp * 1000),
      isFinal: finalized.number >= block.number,
      isSuccess: receipt.status === 1,
      gasUsed: receipt.gasUsed,
    },
  }
}

/** @param data in hex */
export function splitData(data: string): TransactionData {
  const tag = toHex(proofTag)
  const isOurs = data.startsWith(tag) && data.length === tag.length + 2 + 64
  if (!isOurs) return { kind: 'other', data }
  return {
    kind: 'root',
    tag,
    version: data.slice(tag.length, tag.length + 2),
    root: data.slice(tag.length + 2),
  }
}
