import { keccak256, toRlp, type Hex } from 'viem'

/** A block as `eth_getBlockByNumber` returns it, without transaction objects. */
export type RpcBlock = Readonly<Record<string, unknown>>

/** The header's fields in the order of their RLP list, by their JSON-RPC names. */
const fields = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'number'],
  ['number', 'number'],
  ['gasLimit', 'number'],
  ['gasUsed', 'number'],
  ['timestamp', 'number'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
] as const

/** Fields that later forks appended, in this order. A block has the fields up to its fork. */
const appendedFields = [
  ['baseFeePerGas', 'number'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'number'],
  ['excessBlobGas', 'number'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
  ['blockAccessListHash', 'bytes'],
  ['slotNumber', 'number'],
] as const

/**
 * Recomputes the hash of a block from its header, keccak-256 of the RLP, because only a recomputed hash commits to the
 * time that the node reports. Returns null for a value that is not a header.
 */
export function headerHash(block: RpcBlock): Hex | null {
  const header = headerBytes(block)
  return header === null ? null : keccak256(header)
}

/** Returns the RLP of a block's header; null for a value that is not a header. */
export function headerBytes(block: RpcBlock): Uint8Array | null {
  const forkFields = appendedFields.filter(([name]) => block[name] != null)
  const list: Hex[] = []
  for (const [name, type] of [...fields, ...forkFields]) {
    const value = block[name]
    if (!isHex(value)) return null
    list.push(type === 'bytes' ? value : shortestBytes(value))
  }
  return toRlp(list, 'bytes')
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
}

/** RLP writes a number without leading zeros, and 0 as no byte at all. toRlp() completes an odd number of digits. */
function shortestBytes(quantity: Hex): Hex {
  return `0x${quantity.slice(2).replace(/^0+/, '')}`
}
