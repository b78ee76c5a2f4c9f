import { concatBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
import { buildIndexTree } from '@priormark/core/proofs/proof-v2/merkle-patricia-writing'
import type { EvmEvidence, Witness } from '@priormark/core/proofs/proof-v2/proof-v2-schema'
import { numberBytes, writeRlp, type Rlp } from '@priormark/core/proofs/proof-v2/rlp'
import { createKeccak } from 'hash-wasm'
import { fixedBytes } from '../vector-batch.ts'

const keccak = await createKeccak(256)

/** Keccak-256, in the form that core takes. */
export const keccak256 = (bytes: Uint8Array) => keccak.init().update(bytes).digest('binary')

export type EvmWitness = Extract<Witness, { kind: 'evm' }> & { evidence: EvmEvidence }

/** What a made-up block has in it. */
export interface BlockOptions {
  chainId?: number
  /** The type of the transaction with the root, 0 to 4. */
  type?: number
  /** How many transactions there are, and which one has the root. */
  size?: number
  index?: number
  /** How many fields the header has, from 16 at London on. */
  headerFields?: number
  /** Replaces the transaction with the root, or its receipt, by something else that the block really has. */
  transaction?: Uint8Array
  receipt?: Uint8Array
  /** Replaces fields of the header by their place. */
  header?: Readonly<Record<number, Rlp>>
  /** Replaces the tree of receipts. */
  receiptTree?: { root: Uint8Array; nodes: readonly Uint8Array[] }
  /** Changes the digits of the header, before its hash is computed. */
  rewriteHeader?: (hex: string) => string
}

const nothing = new Uint8Array()
const [number, time] = [42, 1_767_323_045]

/** Returns the witness of a root in a made-up block, with sound evidence unless the options say otherwise. */
export function evmWitness(rootHex: string, options: BlockOptions = {}): EvmWitness {
  const { chainId = 1, type = 2, size = 3, index = size - 1, headerFields = 21 } = options
  const transaction =
    options.transaction ?? transactionOf(type, chainId, fromHex(evmCalldata(rootHex).slice(2)))
  const receipt = options.receipt ?? receiptOf(type, 1)
  const others = Array.from({ length: size }, (_, n) => transactionOf(2, chainId, Uint8Array.of(n)))
  const transactions = buildIndexTree(others.with(index, transaction), index, keccak256)
  const allReceipts = others.map(() => receiptOf(2, 1)).with(index, receipt)
  const receipts = options.receiptTree ?? buildIndexTree(allReceipts, index, keccak256)
  const fields: Rlp[] = [
    fixedBytes('parent'),
    fixedBytes('uncles'),
    fixedBytes('miner').slice(12),
    fixedBytes('state'),
    transactions.root,
    receipts.root,
    new Uint8Array(256),
    nothing,
    numberBytes(number),
    numberBytes(30_000_000),
    numberBytes(21_000),
    numberBytes(time),
    nothing,
    fixedBytes('mix'),
    new Uint8Array(8),
    numberBytes(7),
    fixedBytes('withdrawals'),
    nothing,
    nothing,
    fixedBytes('beacon'),
    fixedBytes('requests'),
    ...Array.from({ length: 3 }, () => nothing),
  ].slice(0, headerFields)
  const written = writeRlp(fields.map((field, n) => options.header?.[n] ?? field))
  const header = fromHex(options.rewriteHeader?.(toHex(written)) ?? toHex(written))
  return {
    kind: 'evm',
    chainId,
    transactionHash: `0x${toHex(keccak256(transaction))}`,
    blockNumber: number,
    blockHash: `0x${toHex(keccak256(header))}`,
    blockTime: time,
    evidence: {
      header: toHex(header),
      index,
      transaction: transactions.nodes.map(toHex),
      receipt: receipts.nodes.map(toHex),
    },
  }
}

/** Returns a transaction of a type as blocks have it. Its signature is made up. */
export function transactionOf(type: number, chainId: number, data: Uint8Array): Uint8Array {
  const [r, s] = [fixedBytes('r'), fixedBytes('s')]
  const [gas, to] = [numberBytes(100_000), fixedBytes('to').slice(12)]
  if (type === 0)
    return writeRlp([nothing, numberBytes(9), gas, to, nothing, data, numberBytes(2 * chainId + 35), r, s])
  const fees = type === 1 ? [numberBytes(9)] : [numberBytes(1), numberBytes(9)]
  const lists: Rlp[] = type === 3 ? [[], numberBytes(1), [fixedBytes('blob')]] : type === 4 ? [[], []] : [[]]
  const fields = [numberBytes(chainId), nothing, ...fees, gas, to, nothing, data, ...lists, nothing, r, s]
  return concatBytes(Uint8Array.of(type), writeRlp(fields))
}

/** Returns a receipt of a type as blocks have it. */
export function receiptOf(type: number, status: number): Uint8Array {
  const body = writeRlp([numberBytes(status), numberBytes(21_000), new Uint8Array(256), []])
  return type === 0 ? body : concatBytes(Uint8Array.of(type), body)
}

/** Returns a receipt of type 2 that ends with so many lists within each other, the last one empty. */
export function receiptWithLevels(levels: number): Uint8Array {
  const lists = Array.from({ length: levels }).reduce<Rlp>((inner, _, n) => (n === 0 ? [] : [inner]), [])
  return Uint8Array.of(2, ...writeRlp([numberBytes(1), lists]))
}
