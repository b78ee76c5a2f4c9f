import * as v from 'valibot'
import { weiFromGwei } from '../../../../src/proofs/anchors/evm/evm-config.ts'
import { headerHash } from '../../../../src/proofs/anchors/evm/evm-header.ts'
import { silence, type Lie } from '../../../../testing/hostile-node.ts'

// What a hostile node can lie about.

const Hex = v.string()
const Block = v.looseObject({
  number: Hex,
  timestamp: Hex,
  stateRoot: Hex,
  transactions: v.array(v.unknown()),
})
const Receipt = v.looseObject({ blockNumber: Hex, blockHash: Hex, status: Hex })
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
    if (!/^eth_getTransaction(Receipt|ByHash)$/.test(method)) return result
    const place = v.parse(v.looseObject({ blockNumber: v.nullish(Hex) }), result)
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

export const noReceipts: Lie = ({ method, result }) =>
  method === 'eth_getTransactionReceipt' ? null : result
/** Returns blocks and nonces, but none of our transactions, by hash or in their blocks. */
export const noTransactions: Lie = ({ method, result }) => {
  if (/^eth_getTransaction(Receipt|ByHash)$/.test(method)) return null
  return method === 'eth_getBlockByNumber' && result !== null
    ? { ...v.parse(Block, result), transactions: [] }
    : result
}
export const failedReceipts: Lie = ({ method, result }) =>
  method === 'eth_getTransactionReceipt' && result !== null
    ? { ...v.parse(Receipt, result), status: '0x0' }
    : result
/** Says that every transaction is in the newest block. */
export const allMined: Lie = async ({ method, params, result }, ask) => {
  if (method !== 'eth_getTransactionReceipt') return result
  const head = v.parse(
    v.looseObject({ number: Hex, hash: Hex }),
    await ask('eth_getBlockByNumber', 'latest', false),
  )
  return { transactionHash: params[0], status: '0x1', blockNumber: head.number, blockHash: head.hash }
}
/** Counts every transaction that the node was sent as used. */
export const nonceUsed =
  (sent: () => readonly string[]): Lie =>
  ({ method, result }) =>
    method === 'eth_getTransactionCount' ? hex(new Set(sent()).size) : result
export const dearTip: Lie = ({ method, result }) =>
  method === 'eth_maxPriorityFeePerGas' ? hex(Number(weiFromGwei('99'))) : result
export const mute: Lie = () => silence

function hex(value: number): string {
  return `0x${value.toString(16)}`
}
