import { equalBytes, fromHex, toHex } from '../proof/bytes.ts'
import { evmCalldata } from '../proof/leaf.ts'
import type { HashFunction } from '../proof/hash.ts'
import { valueAt } from './merkle-patricia.ts'
import type { EvmEvidence, Witness } from './proof-v2-schema.ts'
import { readRlp, rlpNumber, type Rlp } from './rlp.ts'

/** Which check of the evidence fails, in the order of the checks. */
export type EvmFlaw =
  | 'block_hash'
  | 'header'
  | 'transaction_path'
  | 'receipt_path'
  | 'transaction_hash'
  | 'failed'
  | 'type'
  | 'data'
  | 'chain'

/** How many fields the header of a block has: 16 since London, and more since later hard forks. */
const [fewestFields, mostFields] = [16, 23]

/** By transaction type: how many fields there are, and which one is the data. Except in type 0, the first is the chain's id. */
const types = [
  { fields: 9, data: 5 },
  { fields: 11, data: 6 },
  { fields: 12, data: 7 },
  { fields: 14, data: 7 },
  { fields: 13, data: 7 },
]

/**
 * Checks that a transaction with the root is in the block with the hash that a witness names, and succeeded. Whether that block
 * is on the chain remains to be looked up. Returns null if everything holds.
 */
export function evmFlaw(
  witness: Extract<Witness, { kind: 'evm' }>,
  evidence: EvmEvidence,
  rootHex: string,
  keccak256: HashFunction,
): EvmFlaw | null {
  const hashOf = (bytes: Uint8Array) => `0x${toHex(keccak256(bytes))}`
  const headerBytes = fromHex(evidence.header)
  if (hashOf(headerBytes) !== witness.blockHash) return 'block_hash'
  const header = listOf(readRlp(headerBytes))
  if (header.length < fewestFields || header.length > mostFields) return 'header'
  const [transactions, receipts] = [header[4], header[5]]
  const isStated = rlpNumber(header[8]) === witness.blockNumber && rlpNumber(header[11]) === witness.blockTime
  if (!isStated || !isDigest(transactions) || !isDigest(receipts)) return 'header'
  const transaction = valueAt(transactions, evidence.index, evidence.transaction.map(fromHex), keccak256)
  if (transaction === null) return 'transaction_path'
  const receipt = valueAt(receipts, evidence.index, evidence.receipt.map(fromHex), keccak256)
  if (receipt === null) return 'receipt_path'
  if (hashOf(transaction) !== witness.transactionHash) return 'transaction_hash'
  const [status] = listOf(readRlp(typeAndBody(receipt).body))
  if (rlpNumber(status) !== 1) return 'failed'
  const { type, body } = typeAndBody(transaction)
  const fields = listOf(readRlp(body))
  const shape = types[type]
  if (shape === undefined || fields.length !== shape.fields) return 'type'
  const data = fields[shape.data]
  if (!(data instanceof Uint8Array) || !equalBytes(data, fromHex(evmCalldata(rootHex).slice(2))))
    return 'data'
  const chainId = type === 0 ? chainOfSignature(rlpNumber(fields[6])) : rlpNumber(fields[0])
  return chainId === witness.chainId ? null : 'chain'
}

/** Splits a transaction or receipt. Type 0 is only a list, which begins with 0x80 or more; others begin with their type. */
function typeAndBody(bytes: Uint8Array): { type: number; body: Uint8Array } {
  const first = bytes[0] ?? 0
  if (first >= 0x80) return { type: 0, body: bytes }
  return first === 0 ? { type: -1, body: new Uint8Array() } : { type: first, body: bytes.subarray(1) }
}

/** EIP-155: a legacy transaction has its chain's id in v. A transaction from before EIP-155 names no chain. */
function chainOfSignature(v: number | null): number | null {
  return v === null || v < 35 ? null : Math.floor((v - 35) / 2)
}

function listOf(item: Rlp | null): readonly Rlp[] {
  return item === null || item instanceof Uint8Array ? [] : item
}

function isDigest(item: Rlp | undefined): item is Uint8Array {
  return item instanceof Uint8Array && item.length === 32
}
