import { toHex } from '@priormark/core/proofs/proof/bytes'
import { evmFlaw } from '@priormark/core/proofs/proof-v2/evm-evidence'
import { buildIndexTree } from '@priormark/core/proofs/proof-v2/merkle-patricia-writing'
import { EvmEvidence } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import * as v from 'valibot'
import { keccak256, type Hex } from 'viem'
import { headerBytes, type RpcBlock } from './evm-header.ts'
import type { CheckedBlock } from './evm-node.ts'

/** A transaction that is to be in a block. */
export interface SoughtTransaction {
  hash: Hex
  chainId: number
  /** The root that it records, in hex. */
  root: string
}

/** What a block proves of a transaction in it. */
export interface MinedRecord {
  isSuccess: boolean
  evidence: EvmEvidence
}

/** What a node says is in a block. */
export interface BlockContents {
  header: RpcBlock
  transactions: readonly Uint8Array[]
  /** Those of the transactions, perhaps with more behind them. */
  receipts: readonly Uint8Array[]
}

const keccakBytes = (bytes: Uint8Array) => keccak256(bytes, 'bytes')

/** Returns what the contents of a block prove of one of its transactions. Null if they are not what the block commits to, or too large for a proof. */
export function recordIn(
  { number, hash: blockHash, timeSeconds }: CheckedBlock,
  { header, transactions, receipts }: BlockContents,
  { hash, chainId, root }: SoughtTransaction,
): MinedRecord | null {
  const index = transactions.findIndex((bytes) => keccak256(bytes) === hash)
  const bytesOfHeader = headerBytes(header)
  if (index === -1 || bytesOfHeader === null || receipts.length < transactions.length) return null
  const nodesIn = (values: readonly Uint8Array[]) =>
    buildIndexTree(values, index, keccakBytes).nodes.map(toHex)
  const evidence = {
    header: toHex(bytesOfHeader),
    index,
    transaction: nodesIn(transactions),
    receipt: nodesIn(receipts.slice(0, transactions.length)),
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
  // Everything that is checked before its success holds for a failed transaction, so that the failure is proven, too.
  return flaw === null || flaw === 'failed' ? { isSuccess: flaw === null, evidence } : null
}
