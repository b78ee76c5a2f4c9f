import { toHex } from '@priormark/core/proofs/proof/bytes'
import { evmFlaw } from '@priormark/core/proofs/proof-v2/evm-evidence'
import { buildIndexTree } from '@priormark/core/proofs/proof-v2/merkle-patricia-writing'
import { EvmEvidence } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import * as v from 'valibot'
import { keccak256, type Hex } from 'viem'
import { headerBytes, type RpcBlock } from './evm-encoding.ts'
import type { CheckedBlock } from './evm-node.ts'

/** A transaction that is looked up in a block. */
export interface RootTransaction {
  hash: Hex
  chainId: number
  /** The root that it records, in hex. */
  root: string
}

/** What a block proves about a transaction in it. */
export interface MinedRecord {
  isSuccess: boolean
  evidence: EvmEvidence
}

/** The contents of a block as a node reports them. */
export interface BlockContents {
  header: RpcBlock
  transactions: readonly Uint8Array[]
  /** In the order of the transactions, perhaps followed by others. */
  receipts: readonly Uint8Array[]
}

const keccakBytes = (bytes: Uint8Array) => keccak256(bytes, 'bytes')

/**
 * Returns what the contents of a block prove about one of its transactions. Null if they are not what the block commits
 * to, or too large for a proof.
 */
export function minedRecordOf(
  { number, hash: blockHash, timeSeconds }: CheckedBlock,
  { header, transactions, receipts }: BlockContents,
  { hash, chainId, root }: RootTransaction,
): MinedRecord | null {
  const index = transactions.findIndex((transaction) => keccak256(transaction) === hash)
  const bytes = headerBytes(header)
  if (index === -1 || bytes === null || receipts.length < transactions.length) return null
  const treeNodesOf = (values: readonly Uint8Array[]) =>
    buildIndexTree(values, index, keccakBytes).nodes.map(toHex)
  const evidence = {
    header: toHex(bytes),
    index,
    transaction: treeNodesOf(transactions),
    receipt: treeNodesOf(receipts.slice(0, transactions.length)),
  }
  const witness = {
    kind: 'evm',
    chainId,
    transactionHash: hash,
    blockNumber: Number(number),
    blockHash,
    blockTime: timeSeconds,
    evidence,
  } as const
  if (!v.is(EvmEvidence, evidence)) return null
  const flaw = evmFlaw(witness, evidence, root, keccakBytes)
  // Success is checked last, so the flaw 'failed' proves that the transaction is in the block and failed.
  return flaw === null || flaw === 'failed' ? { isSuccess: flaw === null, evidence } : null
}
