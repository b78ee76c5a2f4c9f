import * as v from 'valibot'
import {
  createPublicClient,
  getAddress,
  hexToBytes,
  http,
  isHex,
  keccak256,
  numberToHex,
  type Hex,
  type HttpTransport,
} from 'viem'
import { calldataOf } from './evm-account.ts'
import { receiptBytes, transactionBytes } from './evm-encoding.ts'
import { recordIn, type MinedRecord, type SoughtTransaction } from './evm-evidence.ts'
import { headerHash, type RpcBlock } from './evm-header.ts'
import type { FeeMarket } from './evm-fees.ts'
import { NodeError, nodeFailureOf, sendResultOf, type SendResult } from './node-failure.ts'

/** The state of the chain at one moment, as one node reports it. */
export interface NodeView {
  chainId: number
  headNumber: bigint
  /** Null on a chain without EIP-1559. */
  market: FeeMarket | null
  /** The newest finalized block; null if the node does not report it. */
  finalizedNumber: bigint | null
  /** How many of our transactions are mined, which is the next nonce. */
  minedCount: number
  /** The same, including the node's pool up to the first gap. */
  pooledCount: number
}

/** A block whose hash was recomputed from its header. */
export interface CheckedBlock {
  number: bigint
  hash: Hex
  /** The block's own timestamp, in seconds since 1970. */
  timeSeconds: number
  /** The hashes of its transactions. */
  transactions: readonly Hex[]
  /** Null on a chain without EIP-1559. */
  baseFee: bigint | null
}

/** The transactions of a block, of which some have a type that only this chain has. */
const Transactions = v.array(v.looseObject({ hash: v.custom<Hex>((value) => typeof value === 'string') }))

/** The most transactions of a block that are asked for one by one. OP chains have one or more deposits in each block. */
const maxUnusual = 64

/** The timeout of a request, in milliseconds. */
const usualTimeoutMs = 15_000

/** One node. All methods reject with NodeError if it fails. */
export class EvmNode {
  /** Its place in EVM_RPC_URLS, from 1. Its address may contain a secret, so nothing else names it. */
  readonly position: number
  readonly #rpcUrl: string
  readonly #client
  readonly #largeClient

  constructor(rpcUrl: string, position: number, timeoutMs = usualTimeoutMs) {
    this.position = position
    this.#rpcUrl = rpcUrl
    // Every run asks again, so viem does not cache.
    this.#client = createPublicClient({ cacheTime: 0, transport: nodeTransport(rpcUrl, timeoutMs) })
    this.#largeClient = createPublicClient({
      cacheTime: 0,
      transport: nodeTransport(rpcUrl, timeoutMs, maxContentsBytes),
    })
  }

  /**
   * Reads the state of the chain. Call it before looking up transactions, so that every transaction counted here is
   * found.
   */
  readView(sender: string): Promise<NodeView> {
    return this.#ask(async () => {
      const address = getAddress(sender)
      const chainId = await this.#client.getChainId()
      const [head, minedCount, pooledCount, finalizedNumber] = await Promise.all([
        this.#block('latest'),
        this.#client.getTransactionCount({ address, blockTag: 'latest' }),
        this.#client.getTransactionCount({ address, blockTag: 'pending' }),
        this.#finalizedNumber(),
      ])
      if (head === null) throw new NodeError({ kind: 'unreachable' }, this.position)
      const { number: headNumber, baseFee } = head
      const market = baseFee === null ? null : { baseFee, tip: await this.#tip() }
      return { chainId, headNumber, market, finalizedNumber, minedCount, pooledCount }
    })
  }

  /** Returns the block that contains a transaction, or null if the node knows none. */
  findTransaction(hash: Hex): Promise<CheckedBlock | null> {
    return this.#ask(async () => {
      const place = await this.#client.request({ method: 'eth_getTransactionByHash', params: [hash] })
      if (place?.blockNumber == null) return null
      const block = await this.blockAt(BigInt(place.blockNumber))
      return block?.hash === place.blockHash && block.transactions.includes(hash) ? block : null
    })
  }

  /**
   * Returns what a block proves of a transaction. Null if the node does not have the block, the transaction in it, or its receipts.
   * @throws NodeError false_contents if the block does not commit to what the node returns, or a proof cannot contain it
   */
  readRecord(block: CheckedBlock, sought: SoughtTransaction): Promise<MinedRecord | null> {
    return this.#ask(async () => {
      const tag = numberToHex(block.number)
      const header: RpcBlock | null = await this.#largeClient.request({
        method: 'eth_getBlockByNumber',
        params: [tag, true],
      })
      if (header === null || headerHash(header) !== block.hash) return null
      const { success, output: listed } = v.safeParse(Transactions, header['transactions'])
      if (!success || listed.every(({ hash }) => hash !== sought.hash)) return null
      const receipts = await this.#largeClient.request({ method: 'eth_getBlockReceipts', params: [tag] })
      if (!Array.isArray(receipts)) return null
      const contents = {
        header,
        transactions: await this.#bytesOf(listed),
        receipts: receipts.map(receiptBytes).filter((bytes) => bytes !== null),
      }
      const record = recordIn(block, contents, sought)
      if (record === null) throw new NodeError({ kind: 'false_contents' }, this.position)
      return record
    })
  }

  /**
   * Returns a block of the node's chain, or null if it does not have one with that number.
   * @throws NodeError false_header if the block's hash is not that of its header
   */
  blockAt(number: bigint): Promise<CheckedBlock | null> {
    return this.#ask(async () => {
      const block = await this.#block(numberToHex(number))
      if (block !== null && block.number !== number)
        throw new NodeError({ kind: 'false_header' }, this.position)
      return block
    })
  }

  /** How many transactions of an address are mined up to a block. */
  countAt(blockNumber: bigint, address: string): Promise<number> {
    return this.#ask(() => this.#client.getTransactionCount({ address: getAddress(address), blockNumber }))
  }

  /** Returns the gas that recording a root takes. */
  estimateGas(sender: string): Promise<bigint> {
    const address = getAddress(sender)
    const data = calldataOf('ff'.repeat(32))
    return this.#ask(() => this.#client.estimateGas({ account: address, to: address, data }))
  }

  /** Sends a signed transaction. @throws NodeError if it is unknown whether the node has it */
  async send(raw: Hex): Promise<SendResult> {
    try {
      await this.#ask(() => this.#client.sendRawTransaction({ serializedTransaction: raw }))
      return { kind: 'taken' }
    } catch (error) {
      if (error instanceof NodeError && error.failure.kind === 'rejected')
        return sendResultOf(error.failure.message)
      throw error
    }
  }

  async #block(tag: Hex | 'latest' | 'finalized'): Promise<CheckedBlock | null> {
    const block: RpcBlock | null = await this.#client.request({
      method: 'eth_getBlockByNumber',
      params: [tag, false],
    })
    if (block === null) return null
    const checked = checkedBlock(block)
    if (checked === null) throw new NodeError({ kind: 'false_header' }, this.position)
    return checked
  }

  /**
   * Returns the transactions of a block as it commits to them. Polygon lists one more that is not in its block; so the last ones are
   * left out if their bytes do not have the hash that is named. The root of the tree shows whether the rest is right.
   */
  async #bytesOf(listed: v.InferOutput<typeof Transactions>): Promise<Uint8Array[]> {
    const usual = listed.map((one) => withHash(one.hash, transactionBytes(one)))
    if (usual.filter((bytes) => bytes === null).length > maxUnusual)
      throw new NodeError({ kind: 'false_contents' }, this.position)
    const all = await Promise.all(
      listed.map(async ({ hash }, n) => usual[n] ?? withHash(hash, await this.#rawTransaction(hash))),
    )
    return all
      .slice(0, all.findLastIndex((bytes) => bytes !== null) + 1)
      .map((bytes) => bytes ?? new Uint8Array())
  }

  async #rawTransaction(hash: Hex): Promise<Uint8Array | null> {
    try {
      const raw = await this.#client.request({ method: 'eth_getRawTransactionByHash', params: [hash] })
      return isHex(raw) ? hexToBytes(raw) : null
    } catch (error) {
      if (nodeFailureOf(error, this.#rpcUrl)?.kind === 'rejected') return null
      throw error
    }
  }

  async #finalizedNumber(): Promise<bigint | null> {
    try {
      return (await this.#block('finalized'))?.number ?? null
    } catch (error) {
      // The node does not know the tag, or does not have such a block yet.
      if (nodeFailureOf(error, this.#rpcUrl)?.kind === 'rejected') return null
      throw error
    }
  }

  async #tip(): Promise<bigint> {
    return BigInt(await this.#client.request({ method: 'eth_maxPriorityFeePerGas' }))
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question()
    } catch (error) {
      const failure = nodeFailureOf(error, this.#rpcUrl)
      throw failure === null ? error : new NodeError(failure, this.position)
    }
  }
}

function checkedBlock(block: RpcBlock): CheckedBlock | null {
  const hash = headerHash(block)
  const { number, timestamp, transactions, baseFeePerGas } = block
  if (hash === null || block['hash'] !== hash) return null
  if (typeof number !== 'string' || !Array.isArray(transactions)) return null
  return {
    number: BigInt(number),
    hash,
    timeSeconds: Number(timestamp),
    transactions: transactions.filter((one): one is Hex => typeof one === 'string'),
    baseFee: typeof baseFeePerGas === 'string' ? BigInt(baseFeePerGas) : null,
  }
}

function withHash(hash: Hex, bytes: Uint8Array | null): Uint8Array | null {
  return bytes !== null && keccak256(bytes) === hash ? bytes : null
}

/** The limit of a response, in bytes. A block lists the hash of each transaction in 69 bytes, and the fullest have some ten thousand. */
const maxResponseBytes = 2 * 1024 * 1024
/** The limit of a block with all its transactions, and of its receipts. Usual ones take up to five MB. */
const maxContentsBytes = 32 * 1024 * 1024

/**
 * Returns how viem sends requests to a node. viem's own timeout ends when the headers arrive, so a node that sends a body without
 * end would keep its caller waiting for ever.
 * @param timeoutMs for the whole exchange, including the body
 */
export function nodeTransport(
  rpcUrl: string,
  timeoutMs: number,
  maxResponseBodySize = maxResponseBytes,
): HttpTransport {
  return http(rpcUrl, {
    // Every run tries again, so viem does not.
    retryCount: 0,
    timeout: timeoutMs,
    maxResponseBodySize,
    // The URL may contain a secret, so redirects are not followed.
    fetchOptions: { redirect: 'manual' },
    fetchFn: (input, init) => {
      const signals = [init?.signal ?? [], AbortSignal.timeout(timeoutMs)].flat()
      return fetch(input, { ...init, signal: AbortSignal.any(signals) })
    },
  })
}
