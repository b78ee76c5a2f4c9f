import { evmCalldata } from '@priormark/core/proofs/proof/leaf'
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
import { headerHash, receiptBytes, transactionBytes, type RpcBlock } from './evm-encoding.ts'
import { minedRecordOf, type MinedRecord, type RootTransaction } from './evm-evidence.ts'
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
  /** `minedCount` and our transactions in the node's pool, up to the first missing nonce. */
  pooledCount: number
}

/** A block whose hash was recomputed from its header. */
export type CheckedBlock = NonNullable<ReturnType<typeof checkBlock>>

/** The transactions of a block. Some may have a type that only this chain has. */
const Transactions = v.array(v.looseObject({ hash: v.custom<Hex>((value) => typeof value === 'string') }))

/** How many transactions of a block may be requested one by one. OP chains have one or more deposits in each block. */
const maxRawTransactions = 64

const requestTimeoutMs = 15_000

/** One node. All methods reject with NodeError if it fails. */
export class EvmNode {
  /** Its place in EVM_RPC_URLS, from 1. Its address may contain a secret, so nothing else names it. */
  readonly position: number
  readonly #rpcUrl: string
  readonly #client
  readonly #largeClient

  constructor(rpcUrl: string, position: number, timeoutMs = requestTimeoutMs) {
    this.position = position
    this.#rpcUrl = rpcUrl
    // Every run reads the current state, so viem must not cache.
    const openClient = (maxBytes: number) =>
      createPublicClient({ cacheTime: 0, transport: nodeTransport(rpcUrl, timeoutMs, maxBytes) })
    this.#client = openClient(maxResponseBytes)
    this.#largeClient = openClient(maxContentsBytes)
  }

  /** Reads the state of the chain. Call it before looking up transactions, so that every transaction counted here is found. */
  readView(sender: string): Promise<NodeView> {
    return this.#call(async () => {
      const address = getAddress(sender)
      const chainId = await this.#client.getChainId()
      const [head, minedCount, pooledCount, finalizedNumber] = await Promise.all([
        this.#readBlock('latest'),
        this.#client.getTransactionCount({ address, blockTag: 'latest' }),
        this.#client.getTransactionCount({ address, blockTag: 'pending' }),
        this.#readFinalizedNumber(),
      ])
      if (head === null) throw new NodeError({ kind: 'unreachable' }, this.position)
      const { number: headNumber, baseFee } = head
      const readTip = () => this.#client.request({ method: 'eth_maxPriorityFeePerGas' })
      const market = baseFee === null ? null : { baseFee, tip: BigInt(await readTip()) }
      return { chainId, headNumber, market, finalizedNumber, minedCount, pooledCount }
    })
  }

  /** Returns the block that contains a transaction, or null if the node has none. */
  findTransaction(hash: Hex): Promise<CheckedBlock | null> {
    return this.#call(async () => {
      const transaction = await this.#client.request({ method: 'eth_getTransactionByHash', params: [hash] })
      if (transaction?.blockNumber == null) return null
      const block = await this.readBlock(BigInt(transaction.blockNumber))
      return block?.hash === transaction.blockHash && block.transactions.includes(hash) ? block : null
    })
  }

  /**
   * Returns what a block proves about a transaction. Null if the node does not have the block, the transaction in it, or
   * its receipts.
   * @throws NodeError false_contents if the block does not commit to what the node returns, or a proof cannot contain it
   */
  readRecord(block: CheckedBlock, transaction: RootTransaction): Promise<MinedRecord | null> {
    return this.#call(async () => {
      const tag = numberToHex(block.number)
      const header: RpcBlock | null = await this.#largeClient.request({
        method: 'eth_getBlockByNumber',
        params: [tag, true],
      })
      if (header === null || headerHash(header) !== block.hash) return null
      const { success, output: transactions } = v.safeParse(Transactions, header['transactions'])
      if (!success || transactions.every(({ hash }) => hash !== transaction.hash)) return null
      const receipts = await this.#largeClient.request({ method: 'eth_getBlockReceipts', params: [tag] })
      if (!Array.isArray(receipts)) return null
      const contents = {
        header,
        transactions: await this.#bytesOf(transactions),
        receipts: receipts.map(receiptBytes).filter((bytes) => bytes !== null),
      }
      const record = minedRecordOf(block, contents, transaction)
      if (record === null) throw new NodeError({ kind: 'false_contents' }, this.position)
      return record
    })
  }

  /**
   * Returns a block of the node's chain, or null if it does not have one with that number.
   * @throws NodeError false_header if the block's hash is not that of its header
   */
  readBlock(number: bigint): Promise<CheckedBlock | null> {
    return this.#call(async () => {
      const block = await this.#readBlock(numberToHex(number))
      if (block !== null && block.number !== number)
        throw new NodeError({ kind: 'false_header' }, this.position)
      return block
    })
  }

  /** Returns how many transactions of an address are mined up to a block. */
  countTransactions(blockNumber: bigint, address: string): Promise<number> {
    return this.#call(() => this.#client.getTransactionCount({ address: getAddress(address), blockNumber }))
  }

  /** Returns the gas that recording a root takes. */
  estimateGas(sender: string): Promise<bigint> {
    const address = getAddress(sender)
    const data = evmCalldata('ff'.repeat(32))
    return this.#call(() => this.#client.estimateGas({ account: address, to: address, data }))
  }

  /** Sends a signed transaction. @throws NodeError if it is unknown whether the node has it */
  async send(raw: Hex): Promise<SendResult> {
    try {
      await this.#call(() => this.#client.sendRawTransaction({ serializedTransaction: raw }))
      return { kind: 'accepted' }
    } catch (error) {
      if (error instanceof NodeError && error.failure.kind === 'rejected')
        return sendResultOf(error.failure.message)
      throw error
    }
  }

  async #readBlock(tag: Hex | 'latest' | 'finalized'): Promise<CheckedBlock | null> {
    const block: RpcBlock | null = await this.#client.request({
      method: 'eth_getBlockByNumber',
      params: [tag, false],
    })
    if (block === null) return null
    const checkedBlock = checkBlock(block)
    if (checkedBlock === null) throw new NodeError({ kind: 'false_header' }, this.position)
    return checkedBlock
  }

  /**
   * Returns the bytes of the transactions that a block commits to. Polygon lists one more transaction, which its block does not
   * commit to. So the last ones are left out if no bytes have their hash; the root of the tree shows whether that is right.
   */
  async #bytesOf(transactions: v.InferOutput<typeof Transactions>): Promise<Uint8Array[]> {
    const encodedBytes = transactions.map((transaction) =>
      checkHash(transaction.hash, transactionBytes(transaction)),
    )
    if (encodedBytes.filter((bytes) => bytes === null).length > maxRawTransactions)
      throw new NodeError({ kind: 'false_contents' }, this.position)
    const allBytes = await Promise.all(
      transactions.map(
        async ({ hash }, n) => encodedBytes[n] ?? checkHash(hash, await this.#readRawTransaction(hash)),
      ),
    )
    return allBytes
      .slice(0, allBytes.findLastIndex((bytes) => bytes !== null) + 1)
      .map((bytes) => bytes ?? new Uint8Array())
  }

  async #readRawTransaction(hash: Hex): Promise<Uint8Array | null> {
    try {
      const raw = await this.#client.request({ method: 'eth_getRawTransactionByHash', params: [hash] })
      return isHex(raw) ? hexToBytes(raw) : null
    } catch (error) {
      if (nodeFailureOf(error, this.#rpcUrl)?.kind === 'rejected') return null
      throw error
    }
  }

  async #readFinalizedNumber(): Promise<bigint | null> {
    try {
      return (await this.#readBlock('finalized'))?.number ?? null
    } catch (error) {
      // The node does not know the tag, or does not have such a block yet.
      if (nodeFailureOf(error, this.#rpcUrl)?.kind === 'rejected') return null
      throw error
    }
  }

  async #call<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request()
    } catch (error) {
      const failure = nodeFailureOf(error, this.#rpcUrl)
      throw failure === null ? error : new NodeError(failure, this.position)
    }
  }
}

/** Returns a block in our form. Null if its hash is not that of its header. */
function checkBlock(block: RpcBlock) {
  const hash = headerHash(block)
  const { number, timestamp, transactions, baseFeePerGas } = block
  if (hash === null || block['hash'] !== hash) return null
  if (typeof number !== 'string' || !Array.isArray(transactions)) return null
  return {
    number: BigInt(number),
    hash,
    /** The block's own timestamp, in seconds since 1970. */
    timeSeconds: Number(timestamp),
    /** The hashes of its transactions. */
    transactions: transactions.filter((hash): hash is Hex => typeof hash === 'string'),
    /** Null on a chain without EIP-1559. */
    baseFee: typeof baseFeePerGas === 'string' ? BigInt(baseFeePerGas) : null,
  }
}

/** Returns the bytes if they have a hash, else null. */
function checkHash(hash: Hex, bytes: Uint8Array | null): Uint8Array | null {
  return bytes !== null && keccak256(bytes) === hash ? bytes : null
}

/** A block lists the hash of each transaction in 69 bytes, and the fullest blocks have some ten thousand transactions. */
const maxResponseBytes = 2 * 1024 * 1024
/** For a block with all its transactions, and for its receipts. Usual ones take up to five MB. */
const maxContentsBytes = 32 * 1024 * 1024

/**
 * Returns the transport with which viem sends requests to a node. viem's own timeout ends when the headers arrive, so a
 * node that sends a body without end would keep its caller waiting forever.
 * @param timeoutMs for the whole exchange, including the body
 */
export function nodeTransport(
  rpcUrl: string,
  timeoutMs: number,
  maxResponseBodySize = maxResponseBytes,
): HttpTransport {
  return http(rpcUrl, {
    // Every run tries again, so viem must not.
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
