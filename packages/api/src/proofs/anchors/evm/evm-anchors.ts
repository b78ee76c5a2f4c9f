import { reportStuck } from '../anchor-progress.ts'
import type { AnchorPort, AnchorPortDeps } from '../anchor-port.ts'
import { requestRetry, finalCount, readOpenAnchors, type OpenAnchor } from './evm-repository.ts'
import type { EvmConfig } from './evm-config.ts'
import { advanceAnchor, type EvmRun, type FailPoint } from './advance-anchor.ts'
import { createEvmAccount } from './evm-account.ts'
import { DisputeError, EvmNodes } from './evm-nodes.ts'
import { stuckReasons } from './evm-reasons.ts'
import { NodeError } from './node-failure.ts'

export interface EvmOptions {
  /** How long a transaction that is next in line may wait before its fee is raised. */
  replaceAfterMs?: number
  /** How long a node may fail before it is reported. */
  outageToleranceMs?: number
  /** Lets tests end the process at these points. */
  failPoint?: (at: FailPoint) => Promise<void> | void
}

export interface EvmAnchors extends AnchorPort {
  readonly kind: 'evm'
  /** The chain is local, so its records prove nothing elsewhere. */
  readonly isTestChain: boolean
}

/** Opens the configured EVM chain. The first request goes out with the first run that has work to do. */
export function createEvmAnchors(
  deps: AnchorPortDeps,
  config: EvmConfig,
  options: EvmOptions = {},
): EvmAnchors {
  const { database, log } = deps
  const { replaceAfterMs = 180_000, outageToleranceMs = 120_000, failPoint = () => undefined } = options
  const account = createEvmAccount(config)
  const nodes = new EvmNodes(config, account.address)
  let failingSinceMs: number | null = null
  let running: Promise<void> | null = null

  async function advance(): Promise<void> {
    const open = await readOpenAnchors(database)
    if (open.length === 0) return
    let remaining = open
    try {
      const view = await nodes.readView()
      const sender = { chainId: config.chainId, address: account.address }
      const isBehind = view.minedCount < (await finalCount(database, sender))
      let gas: Promise<bigint> | null = null
      const estimateGas = () => (gas ??= nodes.estimateGas())
      const sentTransactions = open.flatMap(({ sent }) => sent?.transaction ?? [])
      const firstWaiting = sentTransactions.find(
        (one) =>
          one.sender === account.address && one.chainId === config.chainId && one.nonce >= view.minedCount,
      )
      const run: EvmRun = {
        deps,
        config,
        account,
        nodes,
        view,
        isBehind,
        estimateGas,
        replaceAfterMs,
        failPoint,
        firstWaitingNonce: firstWaiting?.nonce ?? null,
      }
      for (const [index, one] of open.entries()) {
        remaining = open.slice(index)
        await step(run, one)
      }
      failingSinceMs = null
    } catch (error) {
      if (error instanceof DisputeError)
        return await report(remaining, stuckReasons.disputed(config, error.dispute))
      if (!(error instanceof NodeError)) throw error
      const { failure, position } = error
      log.warn({ kind: 'evm', failure, position }, 'anchors: a node failed')
      failingSinceMs ??= Date.now()
      if (failure.kind === 'false_header' || Date.now() - failingSinceMs >= outageToleranceMs) {
        await report(remaining, stuckReasons.nodeFails(config, error))
      }
    }
  }

  /**
   * Logs the failure of one anchor and continues. Throws if the node is down, so that the others do not wait for its
   * timeout in turn.
   */
  async function step(run: EvmRun, one: OpenAnchor): Promise<void> {
    try {
      await report([one], await advanceAnchor(run, one))
    } catch (error) {
      if (error instanceof NodeError && !isAboutOne(error)) throw error
      log.warn({ kind: 'evm', anchorId: one.id, err: error }, 'anchors: a step failed')
      if (error instanceof NodeError) await report([one], stuckReasons.nodeFails(config, error))
      if (error instanceof DisputeError) await report([one], stuckReasons.disputed(config, error.dispute))
    }
  }

  async function report(anchors: OpenAnchor[], reason: string | null): Promise<void> {
    for (const { id, stuckReason } of anchors) {
      if (reason !== null || stuckReason !== null) await reportStuck({ database }, id, reason)
    }
  }

  return {
    kind: 'evm',
    isTestChain: config.isTestChain,
    advance: () => (running ??= advance().finally(() => (running = null))),
    async retry(anchorId) {
      await requestRetry(database, anchorId)
    },
  }
}

/** Whether a node failed for one transaction, and not for all. */
function isAboutOne({ failure }: NodeError): boolean {
  return failure.kind === 'rejected' || failure.kind === 'false_header' || failure.kind === 'false_contents'
}
