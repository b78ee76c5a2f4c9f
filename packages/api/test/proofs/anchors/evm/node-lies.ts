import * as v from 'valibot'
import { keccak256, type Hex } from 'viem'
import { weiFromGwei } from '../../../../testing/evm-chain.ts'
import { headerHash } from '../../../../src/proofs/anchors/evm/evm-encoding.ts'
import { silence, type Lie } from '../../../../testing/hostile-node.ts'

// What a hostile node can lie about.

const Text = v.string()
const Block = v.looseObject({
  number: Text,
  timestamp: Text,
  stateRoot: Text,
  transactions: v.array(v.unknown()),
})
export const tenYears = 10 * 365 * 24 * 60 * 60

type Forge = (block: v.InferOutput<typeof Block>) => object

/** Changes every block and its hash, so that the node never contradicts itself. */
export function forgedChain(forge: Forge): Lie {
  const forged = (block: unknown) => {
    const changed = { ...v.parse(Block, block), ...forge(v.parse(Block, block)) }
    return { ...changed, hash: headerHash(changed) }
  }
  return async ({ method, result }, ask) => {
    if (result === null) return null
    if (method === 'eth_getBlockByNumber') return forged(result)
    if (method !== 'eth_getTransactionByHash') return result
    const place = v.parse(v.looseObject({ blockNumber: v.nullish(Text) }), result)
    if (place.blockNumber == null) return result
    return { ...place, blockHash: forged(await ask('eth_getBlockByNumber', place.blockNumber, false)).hash }
  }
}

export const shifted =
  (seconds: number): Forge =>
  ({ timestamp }) => ({ timestamp: hex(Number(timestamp) + seconds) })
export const fork = forgedChain(({ stateRoot }) => ({ stateRoot: `0x${'5'.repeat(stateRoot.length - 2)}` }))

/** Changes the time and keeps the hash, like a proxy that does not compute headers. */
export const crudeShift: Lie = ({ method, result }) =>
  method === 'eth_getBlockByNumber' && result !== null
    ? { ...v.parse(Block, result), ...shifted(-tenYears)(v.parse(Block, result)) }
    : result

export const noReceipts: Lie = ({ method, result }) => (method === 'eth_getBlockReceipts' ? null : result)
/** Returns blocks and nonces, but none of our transactions, by hash or in their blocks. */
export const noTransactions: Lie = ({ method, result }) => {
  if (method === 'eth_getTransactionByHash') return null
  return method === 'eth_getBlockByNumber' && result !== null
    ? { ...v.parse(Block, result), transactions: [] }
    : result
}
export const failedReceipts: Lie = ({ method, result }) =>
  method === 'eth_getBlockReceipts' && result !== null
    ? v.parse(v.array(v.looseObject({})), result).map((receipt) => ({ ...receipt, status: '0x0' }))
    : result
/** Says that every transaction is in the newest block. */
export const allMined: Lie = async ({ method, params, result }, ask) => {
  if (method !== 'eth_getTransactionByHash') return result
  const head = v.parse(
    v.looseObject({ number: Text, hash: Text }),
    await ask('eth_getBlockByNumber', 'latest', false),
  )
  return { hash: params[0], blockNumber: head.number, blockHash: head.hash }
}
/**
 * Lists the transactions that the node was sent, and none passed on, in the first block of the chain, with receipts of success. Only
 * the header shows that they are not in it.
 */
export const listedInFirstBlock =
  (sent: () => readonly string[]): Lie =>
  async ({ method, params, result }, ask) => {
    const first = v.parse(Block, await ask('eth_getBlockByNumber', '0x0', false))
    const raws = [...new Set(sent())].map((raw) => v.parse(RawTransaction, raw))
    const place = { blockNumber: '0x0', blockHash: first['hash'] }
    const raw = raws.find((one) => keccak256(one) === params[0])
    if (method === 'eth_getTransactionByHash' && raw !== undefined) return { ...place, hash: params[0] }
    if (method === 'eth_getRawTransactionByHash' && raw !== undefined) return raw
    if (params[0] !== '0x0') return result
    if (method === 'eth_getBlockReceipts') return raws.map(() => receipt)
    if (method !== 'eth_getBlockByNumber') return result
    const hashes = raws.map((one) => keccak256(one))
    return { ...first, transactions: params[1] === true ? hashes.map((hash) => ({ hash })) : hashes }
  }

const RawTransaction = v.custom<Hex>((value) => typeof value === 'string')
const receipt = {
  type: '0x2',
  status: '0x1',
  cumulativeGasUsed: '0x5208',
  logsBloom: `0x${'0'.repeat(512)}`,
  logs: [],
}

/** Counts every transaction that the node was sent as used. */
export const nonceUsed =
  (sent: () => readonly string[]): Lie =>
  ({ method, result }) =>
    method === 'eth_getTransactionCount' ? hex(new Set(sent()).size) : result
export const dearTip: Lie = ({ method, result }) =>
  method === 'eth_maxPriorityFeePerGas' ? hex(Number(weiFromGwei(99))) : result
export const countingTo =
  (count: unknown): Lie =>
  ({ method, result }) =>
    method === 'eth_getTransactionCount' ? count : result
export const mute: Lie = () => silence

function hex(value: number): string {
  return `0x${value.toString(16)}`
}
