import { createPublicClient, getAddress, http, keccak256, numberToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { evmCalldata } from '@priormark/core/proof/evm-calldata'
import type { EvmConfig } from './evm-config.ts'
import type { FeeMarket, Fees } from './evm-fees.ts'
import { NodeError, nodeFailureOf, sendResultOf, type SendResult } from './node-failure.ts'

/** How the chain stands at one moment. */
export interface ChainView {
  chainId: number
  headNumber: bigint
  /** Null on a chain without EIP-1559. */
  market: FeeMarket | null
  /** The newest block that the chain calls final; null where the node does not say. */
  finalizedNumber: bigint | null
  /** How many transactions of ours are mined: the number of the next one. */
  minedCount: number
  /** The same with what waits in the node's pool, as far as it leaves no gap. */
  pooledCount: number
}

/** Where a transaction was mined, on the chain as it is now. */
export interface MinedBlock {
  number: bigint
  hash: Hex
  /** The block's own time, in seconds since 1970. */
  timeSeconds: number
  /** Whether the transaction did what it should. */
  isSuccess: boolean
}

/** A transaction as it will be sent: its name on the chain is known before anybody has it. */
export interface SignedTransaction {
  hash: Hex
  raw: Hex
}

/** How long a node may take for an answer, in milliseconds. */
const timeoutMs = 15_000

/** One chain, through one node, as the owner of one key. Everything rejects with NodeError where the node fails. */
export class EvmNode {
  /** The address of the key, in lower case. */
  readonly sender: string
  readonly #config: EvmConfig
  readonly #account
  readonly #client

  constructor(config: EvmConfig) {
    this.#config = config
    this.#account = privateKeyToAccount(config.privateKey())
    this.sender = this.#account.address.toLowerCase()
    // Every tick tries again, so nothing is repeated or remembered in between.
    this.#client = createPublicClient({
      cacheTime: 0,
      // What is asked may hold a key in its address: it goes nowhere else.
      transport: http(config.rpcUrl, {
        retryCount: 0,
        timeout: timeoutMs,
        fetchOptions: { redirect: 'manual' },
      }),
    })
  }

  /** Looks at the chain. To be done before receipts are read: what is counted here is then known to them. */
  look(): Promise<ChainView> {
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

  /** The block that a transaction is in; null where it is in none. */
  findMined(hash: Hex): Promise<MinedBlock | null> {
    return this.#ask(async () => {
      const receipt = await this.#client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
      // Some nodes answer receipts of transactions that still wait, without a block.
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

  /** The gas to allow for a root, with a quarter to spare: chains differ, and some count what is written elsewhere too. */
  async estimateGas(): Promise<bigint> {
    const { address } = this.#account
    const data = calldataOf('ff'.repeat(32))
    const gas = await this.#ask(() => this.#client.estimateGas({ account: address, to: address, data }))
    return (gas * 5n) / 4n
  }

  /** Signs the transaction to ourselves that carries a root. @param root in hex */
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

  /** Hands signed bytes to the node. @throws NodeError where nobody knows whether it has them */
  async send(raw: Hex): Promise<SendResult> {
    try {
      await this.#ask(() => this.#client.sendRawTransaction({ serializedTransaction: raw }))
      return { kind: 'taken' }
    } catch (error) {
      if (error instanceof NodeError && error.failure.kind === 'rejected')
        return sendResultOf(error.failure.words)
      throw error
    }
  }

  async #finalizedNumber(): Promise<bigint | null> {
    try {
      return (await this.#client.getBlock({ blockTag: 'finalized' })).number
    } catch (error) {
      // The tag is unknown to the node, or it has no such block yet.
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
