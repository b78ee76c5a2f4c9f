import type { Hex } from 'viem'
import type { EvmConfig } from './evm-config.ts'
import type { MinedRecord, SoughtTransaction } from './evm-evidence.ts'
import type { FeeMarket } from './evm-fees.ts'
import { EvmNode, type CheckedBlock, type NodeView } from './evm-node.ts'
import { NodeError, type SendResult } from './node-failure.ts'

/** The state of the chain as enough nodes report it, so that no single one can move it forward. */
export type ChainView = Omit<NodeView, 'chainId'>

/** Where a transaction is. */
export type TransactionPlace =
  /** In no block that any node knows. */
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

/** What a transaction with the calldata of a root takes at least (EIP-7623). */
const leastGas = 22_680n

/** Several independent nodes of one chain. Nothing counts that fewer than `needed` of them report, or that one contradicts. */
export class EvmNodes {
  readonly #nodes: readonly EvmNode[]
  readonly #needed: number
  readonly #chainId: number
  readonly #sender: string

  constructor({ rpcUrls, chainId }: { rpcUrls: readonly string[]; chainId: number }, sender: string) {
    this.#nodes = rpcUrls.map((url, index) => new EvmNode(url, index + 1))
    this.#needed = Math.min(2, rpcUrls.length)
    this.#chainId = chainId
    this.#sender = sender
  }

  /** @throws DisputeError if a node is on another chain */
  async readView(): Promise<ChainView> {
    const views = await this.#askAll(async (node) => {
      const view = await node.readView(this.#sender)
      if (view.chainId !== this.#chainId)
        throw new DisputeError({ kind: 'other_chain', position: node.position, chainId: view.chainId })
      return view
    })
    const finalized = views.flatMap(({ value }) => value.finalizedNumber ?? [])
    const markets = views.flatMap(({ value }) => value.market ?? [])
    return {
      headNumber: this.#reached(views.map(({ value }) => value.headNumber)) ?? 0n,
      finalizedNumber: this.#reached(finalized),
      minedCount: this.#reached(views.map(({ value }) => value.minedCount)) ?? 0,
      pooledCount: this.#reached(views.map(({ value }) => value.pooledCount)) ?? 0,
      market: markets.length < this.#needed ? null : cautious(markets),
    }
  }

  /**
   * Finds a transaction that at least one node lists in a block that enough nodes have. Whether it really is there, `readRecord`
   * shows. @throws DisputeError if nodes have different blocks
   */
  async find(hash: Hex): Promise<TransactionPlace> {
    const replies = await this.#askAll((node) => node.findTransaction(hash))
    const block = replies.find(({ value }) => value !== null)?.value ?? null
    if (block === null) return { kind: 'nowhere' }
    let witnesses = 0
    for (const { node, value } of replies) {
      const same = value ?? (await node.blockAt(block.number))
      if (same === null) continue
      if (same.hash !== block.hash)
        throw new DisputeError({ kind: 'blocks', number: block.number, transaction: hash })
      witnesses += 1
    }
    return witnesses < this.#needed ? { kind: 'undecided' } : { kind: 'mined', block }
  }

  /**
   * Returns what a block proves of a transaction. One node's data is enough, since the hash of the block proves it. Null if no node
   * has the receipts. @throws NodeError the first failure if no node has a proof
   */
  async readRecord(block: CheckedBlock, sought: SoughtTransaction): Promise<MinedRecord | null> {
    let failure: NodeError | null = null
    for (const node of this.#nodes) {
      try {
        const record = await node.readRecord(block, sought)
        if (record !== null) return record
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        failure ??= error
      }
    }
    if (failure !== null) throw failure
    return null
  }

  /** How many transactions of an address are mined up to a block. */
  async countAt(blockNumber: bigint, address: string): Promise<number> {
    const counts = await this.#askAll((node) => node.countAt(blockNumber, address))
    return this.#reached(counts.map(({ value }) => value)) ?? 0
  }

  /** Returns the gas limit for a root with a 25% margin, since chains count gas differently. */
  async estimateGas(): Promise<bigint> {
    const estimates = await this.#askAll((node) => node.estimateGas(this.#sender))
    const gas = this.#reached(estimates.map(({ value }) => value)) ?? leastGas
    return ((gas < leastGas ? leastGas : gas) * 5n) / 4n
  }

  /** Sends a signed transaction to every node. @throws NodeError if it is unknown whether any node has it */
  async send(raw: Hex): Promise<SendResult> {
    const { responses, failure } = await this.#settle((node) => node.send(raw))
    const results = responses.map(({ value }) => value)
    const result = results.find(({ kind }) => kind === 'taken') ?? results[0]
    if (result === undefined) throw failure
    return result
  }

  /** Returns the highest number that enough nodes reach; null if too few report one. */
  #reached<T extends number | bigint>(values: readonly T[]): T | null {
    return values.toSorted((a, b) => Number(b) - Number(a))[this.#needed - 1] ?? null
  }

  /** @throws the first failure if too few nodes respond */
  async #askAll<T>(question: (node: EvmNode) => Promise<T>): Promise<{ node: EvmNode; value: T }[]> {
    const { responses, failure } = await this.#settle(question)
    if (responses.length < this.#needed) throw failure
    return responses
  }

  async #settle<T>(
    question: (node: EvmNode) => Promise<T>,
  ): Promise<{ responses: { node: EvmNode; value: T }[]; failure: NodeError | null }> {
    const settled = await Promise.allSettled(
      this.#nodes.map(async (node) => ({ node, value: await question(node) })),
    )
    const responses: { node: EvmNode; value: T }[] = []
    let failure: NodeError | null = null
    for (const result of settled) {
      if (result.status === 'fulfilled') responses.push(result.value)
      else if (result.reason instanceof NodeError) failure ??= result.reason
      else throw result.reason
    }
    return { responses, failure }
  }
}

/** The chain sets the base fee, so too high a report costs nothing; a tip is paid as it is offered. */
function cautious(markets: readonly FeeMarket[]): FeeMarket {
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
