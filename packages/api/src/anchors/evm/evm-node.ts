import { createPublicClient, getAddress, http, keccak256, numberToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { evmCalldata } from '@priormark/core/proof/evm-calldata'
import type { EvmConfig } from './evm-config.ts'
import type { FeeMarket, Fees } from './evm-fees.ts'
import { NodeError, nodeFailureOf, sendResultOf, type SendResult } from './node-failure.ts'

/** The state of the chain at one moment. */
export interface ChainView {
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

/** The block of a mined transaction on the current chain. */
export interface MinedBlock {
  number: bigint
  hash: Hex
  /** The block's own timestamp, in seconds since 1970. */
  timeSeconds: number
  /** Whether the transaction succeeded. */
  isSuccess: boolean
}

/** A signed transaction. Its hash is known before it is sent. */
export interface SignedTransaction {
  hash: Hex
  raw: Hex
}

/** The timeout of a request. */
const timeoutMs = 15_000

/** One chain through one node, with one account. All methods reject with NodeError if the node fails. */
export class EvmNode {
  /** The address of the account, in lower case. */
  readonly sender: string
  readonly #config: EvmConfig
  readonly #account
  readonly #client

  constructor(config: EvmConfig) {
    this.#config = config
    this.#account = privateKeyToAccount(config.privateKey())
    this.sender = this.#account.address.toLowerCase()
    // Every run tries again, so viem neither retries nor caches.
    this.#client = createPublicClient({
      cacheTime: 0,
      // The URL may contain a secret, so redirects are not followed.
      transport: http(config.rpcUrl, {
        retryCount: 0,
        timeout: timeoutMs,
        fetchOptions: { redirect: 'manual' },
      }),
    })
  }

  /** Reads the state of the chain. Call it before reading receipts, so that every transaction counted here has one. */
  readView(): Promise<ChainView> {
    return this.#ask(async () => {
      const address = this.#account.address
      const chainId = await this.#client.getChainId()
      const [head, minedCount, pooledCount, finalizedNumber] = await Promise.all([
        this.#client.getBlock({ blockTag: 'latest' }),
        this.#client.getTransactionCount({ address, blockTag: 'latest' }),
        this.#client.getTransactionCount({ address, blockTag: 'pending' }),
        this.#finalizedNumber(),
      ])
      const baseFee = head.baseFeePerGas
      const market = baseFee == null ? null : { baseFee, tip: await this.#tip() }
      return { chainId, headNumber: head.number, market, finalizedNumber, minedCount, pooledCount }
    })
  }

  /** Returns the block of a transaction, or null if it is not mined. */
  findMined(hash: Hex): Promise<MinedBlock | null> {
    return this.#ask(async () => {
      const receipt = await this.#client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
      // Some nodes return receipts without a block for pending transactions.
      if (receipt?.blockNumber == null) return null
      const number = BigInt(receipt.blockNumber)
      const block = await this.#client.request({
        method: 'eth_getBlockByNumber',
        params: [numberToHex(number), false],
      })
      if (block === null || block.hash !== receipt.blockHash) return null
      const isSuccess = receipt.status === '0x1'
      return { number, hash: receipt.blockHash, timeSeconds: Number(block.timestamp), isSuccess }
    })
  }

  /** How many transactions of an address are mined up to a block. */
  countAt(blockNumber: bigint, address: string): Promise<number> {
    return this.#ask(() => this.#client.getTransactionCount({ address: getAddress(address), blockNumber }))
  }

  /** Returns the gas limit for a root with a 25% margin, since chains count gas differently. */
  async estimateGas(): Promise<bigint> {
    const { address } = this.#account
    const data = calldataOf('ff'.repeat(32))
    const gas = await this.#ask(() => this.#client.estimateGas({ account: address, to: address, data }))
    return (gas * 5n) / 4n
  }

  /** Signs a transaction to our own address that carries a root. @param root in hex */
  async sign(root: string, nonce: number, gas: bigint, fees: Fees): Promise<SignedTransaction> {
    const raw = await this.#account.signTransaction({
      type: 'eip1559',
      chainId: this.#config.chainId,
      nonce,
      to: this.#account.address,
      value: 0n,
      data: calldataOf(root),
      gas,
      maxFeePerGas: fees.maxFee,
      maxPriorityFeePerGas: fees.priorityFee,
    })
    return { raw, hash: keccak256(raw) }
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

  async #finalizedNumber(): Promise<bigint | null> {
    try {
      return (await this.#client.getBlock({ blockTag: 'finalized' })).number
    } catch (error) {
      // The node does not know the tag, or does not have such a block yet.
      const failure = nodeFailureOf(error, this.#config.rpcUrl)
      if (failure === null || failure.kind === 'rejected') return null
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
      const failure = nodeFailureOf(error, this.#config.rpcUrl)
      throw failure === null ? error : new NodeError(failure)
    }
  }
}

function calldataOf(root: string): Hex {
  const digits = evmCalldata(root).slice(2)
  return `0x${digits}`
}
