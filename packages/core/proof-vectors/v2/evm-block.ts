import { concatBytes, fromHex, toHex } from '@priormark/core/proofs/proof/bytes'
import { evmCalldata } from '@priormark/core/proofs/proof/evm-calldata'
import { nibblesOf } from '@priormark/core/proofs/proof-v2/merkle-patricia'
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
  const transactions = treeOf(others.with(index, transaction), index)
  const receipts = treeOf(others.map(() => receiptOf(2, 1)).with(index, receipt), index)
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
  const header = writeRlp(fields.map((field, n) => options.header?.[n] ?? field))
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

type Item = readonly [key: readonly number[], value: Uint8Array]

/** Returns the root of the tree over values by their index, and the nodes from there to one of them. */
function treeOf(values: readonly Uint8Array[], index: number): { root: Uint8Array; nodes: Uint8Array[] } {
  const wanted = keyOf(index).join()
  const nodes: Uint8Array[] = []
  const referenceTo = (items: readonly Item[], depth: number): Rlp => {
    if (items.length === 0) return nothing
    const node = nodeOf(items, depth)
    const bytes = writeRlp(node)
    if (bytes.length < 32 && depth > 0) return node
    if (items.some(([key]) => key.join() === wanted)) nodes.unshift(bytes)
    return keccak256(bytes)
  }
  const nodeOf = (items: readonly Item[], depth: number): Rlp => {
    const [[first, value]] = items as [Item]
    if (items.length === 1) return [packed(first.slice(depth), 2), value]
    let end = depth
    while (items.every(([key]) => key.length > end && key[end] === first[end])) end += 1
    if (end > depth) return [packed(first.slice(depth, end), 0), referenceTo(items, end)]
    const branches = Array.from({ length: 16 }, (_, nibble) =>
      referenceTo(
        items.filter(([key]) => key[depth] === nibble),
        depth + 1,
      ),
    )
    return [...branches, items.find(([key]) => key.length === depth)?.[1] ?? nothing]
  }
  const root = referenceTo(
    values.map((value, n) => [keyOf(n), value]),
    0,
  )
  if (!(root instanceof Uint8Array)) throw new Error('A tree has no root')
  return { root, nodes }
}

function keyOf(index: number): number[] {
  return nibblesOf(writeRlp(numberBytes(index)))
}

/** Packs nibbles behind a prefix: 0 for an extension, 2 for a leaf, one more if their number is odd. */
function packed(nibbles: readonly number[], kind: number): Uint8Array {
  const whole = nibbles.length % 2 === 1 ? [kind + 1, ...nibbles] : [kind, 0, ...nibbles]
  return Uint8Array.from(
    { length: whole.length / 2 },
    (_, n) => 16 * (whole[2 * n] ?? 0) + (whole[2 * n + 1] ?? 0),
  )
}
