import { reportStuck } from '../../proofs/anchor-progress.ts'
import type { AnchorPort, AnchorPortDeps } from '../anchor-port.ts'
import { requestRetry, finalCount, readOpenAnchors, type OpenAnchor } from './evm-repository.ts'
import type { EvmConfig } from './evm-config.ts'
import { advanceAnchor, type EvmRun, type FailPoint } from './advance-anchor.ts'
import { EvmNode } from './evm-node.ts'
import { stuckBecause } from './evm-reasons.ts'
import { NodeError } from './node-failure.ts'

export interface EvmOptions {
  /** How long a transaction whose turn it is may wait before its fee is raised. */
  replaceAfterMs?: number
  /** How long a node may fail before that is anybody's business. */
  outageToleranceMs?: number
  /** Where a test ends the process. */
  failPoint?: (at: FailPoint) => Promise<void> | void
}

/** Records roots on an EVM chain. */
export interface EvmAnchors extends AnchorPort {
  readonly kind: 'evm'
  /** What is recorded proves nothing outside this machine. */
  readonly isTestChain: boolean
}

const minutes = 60_000

/** Opens the EVM chain that is configured. Nothing is asked of it before the first tick that has something to do. */
export function createEvmAnchors(
  parts: AnchorPortDeps,
  config: EvmConfig,
  options: EvmOptions = {},
): EvmAnchors {
  const { database, log } = parts
  const {
    replaceAfterMs = 3 * minutes,
    outageToleranceMs = 2 * minutes,
    failPoint = () => undefined,
  } = options
  const node = new EvmNode(config)
  let failingSinceMs: number | null = null
  let running: Promise<void> | null = null

  async function tick(): Promise<void> {
    const open = await readOpenAnchors(database)
    if (open.length === 0) return
    let left = open
    try {
      const view = await node.look()
      if (view.chainId !== config.chainId) {
        return await tell(open, stuckBecause.wrongChain(config, view.chainId))
      }
      const sender = { chainId: config.chainId, address: node.sender }
      const isBehind = view.minedCount < (await finalCount(database, sender))
      let gas: Promise<bigint> | null = null
      const estimateGas = () => (gas ??= node.estimateGas())
      const firstWaiting = open.find(
        ({ sent }) =>
          sent !== null &&
          sent.transaction.sender === node.sender &&
          sent.transaction.chainId === config.chainId &&
          sent.transaction.nonce >= view.minedCount,
      )
      const run: EvmRun = {
        parts,
        config,
        node,
        view,
        isBehind,
        estimateGas,
        replaceAfterMs,
        failPoint,
        firstWaitingNonce: firstWaiting?.sent?.transaction.nonce ?? null,
      }
      for (const [index, one] of open.entries()) {
        left = open.slice(index)
        await step(run, one)
      }
      failingSinceMs = null
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      log.warn({ kind: 'evm', failure: error.failure }, 'anchors: the node failed')
      failingSinceMs ??= Date.now()
      if (Date.now() - failingSinceMs >= outageToleranceMs) {
        await tell(left, stuckBecause.nodeFails(config, error.failure))
      }
    }
  }

  /** One anchor's failure is its own, unless the node is gone: then the others need not wait for it in turn. */
  async function step(run: EvmRun, one: OpenAnchor): Promise<void> {
    try {
      await tell([one], await advanceAnchor(run, one))
    } catch (error) {
      if (error instanceof NodeError && error.failure.kind !== 'rejected') throw error
      log.warn({ kind: 'evm', anchorId: one.id, err: error }, 'anchors: a step failed')
      if (error instanceof NodeError) await tell([one], stuckBecause.nodeFails(config, error.failure))
    }
  }

  async function tell(anchors: OpenAnchor[], reason: string | null): Promise<void> {
    for (const { id, stuckReason } of anchors) {
      if (reason !== null || stuckReason !== null) await reportStuck({ database }, id, reason)
    }
  }

  return {
    kind: 'evm',
    isTestChain: config.isTestChain,
    tick: () => (running ??= tick().finally(() => (running = null))),
    async retry(anchorId) {
      failingSinceMs = null
      await requestRetry(database, anchorId)
      await reportStuck({ database }, anchorId, null)
    },
  }
}
