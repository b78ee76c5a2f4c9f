import { concatBytes } from '@priormark/core/proofs/proof/bytes'
import { writeRlp, type Rlp } from '@priormark/core/proofs/proof-v2/rlp'
import * as v from 'valibot'
import { keccak256, type Hex } from 'viem'

// Turns headers, transactions and receipts, as a node returns them in JSON, into the bytes that a block commits to. The fields
// of the schemas are in the order of their RLP lists where these contain all of them.

const Bytes = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-f]{2})*$/i),
  v.transform((hex): Uint8Array => Buffer.from(hex.slice(2), 'hex')),
)

/** RLP writes a number without leading zeros, and 0 as no bytes. */
const Quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]+$/i),
  v.transform((hex): Uint8Array => {
    const digits = hex.slice(2).replace(/^0+/, '')
    return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  }),
)

/** A block as `eth_getBlockByNumber` returns it. */
export type RpcBlock = Readonly<Record<string, unknown>>

const Header = v.object({
  parentHash: Bytes,
  sha3Uncles: Bytes,
  miner: Bytes,
  stateRoot: Bytes,
  transactionsRoot: Bytes,
  receiptsRoot: Bytes,
  logsBloom: Bytes,
  difficulty: Quantity,
  number: Quantity,
  gasLimit: Quantity,
  gasUsed: Quantity,
  timestamp: Quantity,
  extraData: Bytes,
  mixHash: Bytes,
  nonce: Bytes,
  // Later forks appended these fields. A block has the fields up to its fork.
  baseFeePerGas: v.nullish(Quantity),
  withdrawalsRoot: v.nullish(Bytes),
  blobGasUsed: v.nullish(Quantity),
  excessBlobGas: v.nullish(Quantity),
  parentBeaconBlockRoot: v.nullish(Bytes),
  requestsHash: v.nullish(Bytes),
  blockAccessListHash: v.nullish(Bytes),
  slotNumber: v.nullish(Quantity),
})

/** Returns the bytes of a block's header. Null for a value that is not a header. */
export function headerBytes(block: RpcBlock): Uint8Array | null {
  const { success, output } = v.safeParse(Header, block)
  return success ? writeRlp(Object.values(output).filter((field) => field != null)) : null
}

/**
 * Recomputes the hash of a block from its header, because only a recomputed hash commits to the time that the node reports.
 * Returns null for a value that is not a header.
 */
export function headerHash(block: RpcBlock): Hex | null {
  const header = headerBytes(block)
  return header === null ? null : keccak256(header)
}

/** 0 where the type has no such field. If a node leaves out a field, the hash of the bytes is wrong. */
const OptionalQuantity = v.nullish(Quantity, '0x0')

/** Transactions of type 0 (legacy) begin without a type byte. */
const Type = v.pipe(OptionalQuantity, v.maxLength(1))

const Transaction = v.object({
  type: Type,
  chainId: OptionalQuantity,
  nonce: Quantity,
  gasPrice: OptionalQuantity,
  maxPriorityFeePerGas: OptionalQuantity,
  maxFeePerGas: OptionalQuantity,
  gas: Quantity,
  to: v.nullish(Bytes, '0x'),
  value: Quantity,
  input: Bytes,
  accessList: v.nullish(v.array(v.object({ address: Bytes, storageKeys: v.array(Bytes) })), []),
  maxFeePerBlobGas: OptionalQuantity,
  blobVersionedHashes: v.nullish(v.array(Bytes), []),
  authorizationList: v.nullish(
    v.array(
      v.object({
        chainId: Quantity,
        address: Bytes,
        nonce: Quantity,
        yParity: Quantity,
        r: Quantity,
        s: Quantity,
      }),
    ),
    [],
  ),
  v: OptionalQuantity,
  yParity: v.nullish(Quantity),
  r: Quantity,
  s: Quantity,
})

/**
 * Returns the bytes of a transaction of type 0 to 4. Null for another type, such as a deposit of an OP chain, and for a
 * value that is not a transaction.
 */
export function transactionBytes(value: unknown): Uint8Array | null {
  const { success, output: parts } = v.safeParse(Transaction, value)
  if (!success) return null
  const { type, chainId, nonce, gasPrice, maxFeePerBlobGas, blobVersionedHashes, r, s } = parts
  const content = [parts.gas, parts.to, parts.value, parts.input]
  const access = parts.accessList.map((entry) => Object.values(entry))
  const eip1559Fields = [chainId, nonce, parts.maxPriorityFeePerGas, parts.maxFeePerGas, ...content, access]
  const authorizations = parts.authorizationList.map((authorization) => Object.values(authorization))
  const signature = [parts.yParity ?? parts.v, r, s]
  const listsByType: readonly Rlp[] = [
    [nonce, gasPrice, ...content, parts.v, r, s],
    [chainId, nonce, gasPrice, ...content, access, ...signature],
    [...eip1559Fields, ...signature],
    [...eip1559Fields, maxFeePerBlobGas, blobVersionedHashes, ...signature],
    [...eip1559Fields, authorizations, ...signature],
  ]
  const list = listsByType[type[0] ?? 0]
  return list === undefined ? null : concatBytes(type, writeRlp(list))
}

const Receipt = v.object({
  type: Type,
  status: Quantity,
  cumulativeGasUsed: Quantity,
  logsBloom: Bytes,
  logs: v.array(v.object({ address: Bytes, topics: v.array(Bytes), data: Bytes })),
  depositNonce: OptionalQuantity,
  depositReceiptVersion: v.nullish(Quantity),
})

/** Returns the bytes of a receipt of any type. Null for a value that is not a receipt. */
export function receiptBytes(value: unknown): Uint8Array | null {
  const { success, output: parts } = v.safeParse(Receipt, value)
  if (!success) return null
  const { type, status, cumulativeGasUsed, logsBloom, depositNonce, depositReceiptVersion } = parts
  const logs = parts.logs.map((log) => Object.values(log))
  // Receipts of deposits on OP chains end with these two fields since the hard fork Canyon.
  const deposit = depositReceiptVersion == null ? [] : [depositNonce, depositReceiptVersion]
  return concatBytes(type, writeRlp([status, cumulativeGasUsed, logsBloom, logs, ...deposit]))
}
