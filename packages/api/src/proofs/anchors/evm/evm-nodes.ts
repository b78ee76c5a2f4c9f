import type { Hex } from 'viem'
import type { EvmConfig } from './evm-config.ts'
import type { MinedRecord, RootTransaction } from './evm-evidence.ts'
import type { FeeMarket } from './evm-fees.ts'
import { EvmNode, type CheckedBlock, type NodeView } from './evm-node.ts'
import { NodeError, type SendResult } from './node-failure.ts'

/** The state of the chain as enough nodes report it, so that no single one can move it forward. */
export type ChainView = Omit<NodeView, 'chainId'>

/** Where a transaction is. */
export type TransactionPlace =
  /** In no block of any node. */
  | { kind: 'nowhere' }
  /** In a block that too few nodes have yet. */
  | { kind: 'undecided' }
  | { kind: 'mined'; block: CheckedBlock }

/** Why the nodes cannot establish the state of the chain. */
export type Dispute =
  | { kind: 'other_chain'; position: number; chainId: number }
  | { kind: 'blocks'; number: bigint; transaction: Hex }

/** The nodes contradict each other, or the configuration. */
export class DisputeError extends Error {
  readonly dispute: Dispute
  constructor(dispute: Dispute) {
    super(`the nodes disagree: ${dispute.kind}`)
    this.name = 'DisputeError'
    this.dispute = dispute
  }
}

/** The least gas that a transaction with the calldata of a root uses (EIP-7623). */
const minGas = 22_680n

/** Several independent nodes of one chain. A report counts if a quorum of them makes it and none contradicts it. */
export class EvmNodes {
  readonly #nodes: readonly EvmNode[]
  readonly #quorum: number
  readonly #chainId: number
  readonly #sender: string

  constructor({ rpcUrls, chainId }: { rpcUrls: readonly string[]; chainId: number }, sender: string) {
    this.#nodes = rpcUrls.map((url, index) => new EvmNode(url, index + 1))
    this.#quorum = Math.min(2, rpcUrls.length)
    this.#chainId = chainId
    this.#sender = sender
  }

  /** @throws DisputeError if a node is on another chain */
  async readView(): Promise<ChainView> {
    const views = await this.#requestAll(async (node) => {
      const view = await node.readView(this.#sender)
      if (view.chainId !== this.#chainId)
        throw new DisputeError({ kind: 'other_chain', position: node.position, chainId: view.chainId })
      return view
    })
    const finalizedNumbers = views.flatMap(({ value }) => value.finalizedNumber ?? [])
    const markets = views.flatMap(({ value }) => value.market ?? [])
    return {
      headNumber: this.#highestOfQuorum(views.map(({ value }) => value.headNumber)) ?? 0n,
      finalizedNumber: this.#highestOfQuorum(finalizedNumbers),
      minedCount: this.#highestOfQuorum(views.map(({ value }) => value.minedCount)) ?? 0,
      pooledCount: this.#highestOfQuorum(views.map(({ value }) => value.pooledCount)) ?? 0,
      market: markets.length < this.#quorum ? null : mergeMarkets(markets),
    }
  }

  /**
   * Finds a transaction that at least one node lists in a block that a quorum of nodes has. Only readRecord() proves that
   * it is in that block.
   * @throws DisputeError if nodes have different blocks
   */
  async findTransaction(hash: Hex): Promise<TransactionPlace> {
    const responses = await this.#requestAll((node) => node.findTransaction(hash))
    const block = responses.find(({ value }) => value !== null)?.value ?? null
    if (block === null) return { kind: 'nowhere' }
    let agreeingNodes = 0
    for (const { node, value } of responses) {
      const nodeBlock = value ?? (await node.readBlock(block.number))
      if (nodeBlock === null) continue
      if (nodeBlock.hash !== block.hash)
        throw new DisputeError({ kind: 'blocks', number: block.number, transaction: hash })
      agreeingNodes += 1
    }
    return agreeingNodes < this.#quorum ? { kind: 'undecided' } : { kind: 'mined', block }
  }

  /**
   * Returns what a block proves about a transaction. One node's data is enough, since the hash of the block proves it.
   * Null if no node has the receipts.
   * @throws NodeError the first failure if no node has a proof
   */
  async readRecord(block: CheckedBlock, transaction: RootTransaction): Promise<MinedRecord | null> {
    let failure: NodeError | null = null
    for (const node of this.#nodes) {
      try {
        const record = await node.readRecord(block, transaction)
        if (record !== null) return record
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        failure ??= error
      }
    }
    if (failure !== null) throw failure
    return null
  }

  /** Returns how many transactions of an address are mined up to a block. */
  async countTransactions(blockNumber: bigint, address: string): Promise<number> {
    const counts = await this.#requestAll((node) => node.countTransactions(blockNumber, address))
    return this.#highestOfQuorum(counts.map(({ value }) => value)) ?? 0
  }

  /** Returns the gas limit for a root with a 25% margin, since chains count gas differently. */
  async estimateGas(): Promise<bigint> {
    const estimates = await this.#requestAll((node) => node.estimateGas(this.#sender))
    const gas = this.#highestOfQuorum(estimates.map(({ value }) => value)) ?? minGas
    return ((gas < minGas ? minGas : gas) * 5n) / 4n
  }

  /** Sends a signed transaction to every node. @throws NodeError if it is unknown whether any node has it */
  async send(raw: Hex): Promise<SendResult> {
    const { responses, failure } = await this.#settle((node) => node.send(raw))
    const results = responses.map(({ value }) => value)
    const result = results.find(({ kind }) => kind === 'accepted') ?? results[0]
    if (result === undefined) throw failure
    return result
  }

  /** Returns the highest number that a quorum of nodes reaches; null if fewer report one. */
  #highestOfQuorum<T extends number | bigint>(values: readonly T[]): T | null {
    return values.toSorted((a, b) => Number(b) - Number(a))[this.#quorum - 1] ?? null
  }

  /** @throws the first failure if too few nodes respond */
  async #requestAll<T>(request: (node: EvmNode) => Promise<T>): Promise<{ node: EvmNode; value: T }[]> {
    const { responses, failure } = await this.#settle(request)
    if (responses.length < this.#quorum) throw failure
    return responses
  }

  async #settle<T>(
    request: (node: EvmNode) => Promise<T>,
  ): Promise<{ responses: { node: EvmNode; value: T }[]; failure: NodeError | null }> {
    const results = await Promise.allSettled(
      this.#nodes.map(async (node) => ({ node, value: await request(node) })),
    )
    const responses: { node: EvmNode; value: T }[] = []
    let failure: NodeError | null = null
    for (const result of results) {
      if (result.status === 'fulfilled') responses.push(result.value)
      else if (result.reason instanceof NodeError) failure ??= result.reason
      else throw result.reason
    }
    return { responses, failure }
  }
}

/** Takes the highest base fee, because the chain sets what is paid, and the lowest tip, because a tip is paid as offered. */
function mergeMarkets(markets: readonly FeeMarket[]): FeeMarket {
  return markets.reduce((a, b) => ({
    baseFee: a.baseFee > b.baseFee ? a.baseFee : b.baseFee,
    tip: a.tip < b.tip ? a.tip : b.tip,
  }))
}

/** Returns the health issue for a single EVM node of a provider. Null with several nodes, or with one of the operator's own. */
export function singleNodeIssue(
  config: Pick<EvmConfig, 'rpcUrls' | 'isOwnNode'>,
): { title: string; remedy: string } | null {
  if (config.rpcUrls.length > 1 || config.isOwnNode) return null
  return {
    title: 'One EVM node is trusted on its own',
    remedy:
      'If it is wrong, the shop issues invalid proofs. Add the node of another provider to EVM_RPC_URLS, separated by a comma. If the node is your own, write own: before its address.',
  }
}
