import { reportStuck } from '../anchor-progress.ts'
import type { AnchorPort, AnchorPortDeps } from '../anchor-port.ts'
import { requestRetry, countFinal, readOpenAnchors, type OpenAnchor } from './evm-repository.ts'
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
  failPoint?: (point: FailPoint) => Promise<void> | void
}

/** Opens the configured EVM chain. The first request goes out with the first run that has work to do. */
export function createEvmAnchors(
  deps: AnchorPortDeps,
  config: EvmConfig,
  options: EvmOptions = {},
): AnchorPort {
  const { database, log } = deps
  const { replaceAfterMs = 180_000, outageToleranceMs = 120_000, failPoint = () => undefined } = options
  const account = createEvmAccount(config)
  const nodes = new EvmNodes(config, account.address)
  let failingSinceMs: number | null = null
  let currentRun: Promise<void> | null = null

  async function advance(): Promise<void> {
    const anchors = await readOpenAnchors(database)
    if (anchors.length === 0) return
    let remainingAnchors = anchors
    try {
      const view = await nodes.readView()
      const sender = { chainId: config.chainId, address: account.address }
      const isBehind = view.minedCount < (await countFinal(database, sender))
      let gas: Promise<bigint> | null = null
      const estimateGas = () => (gas ??= nodes.estimateGas())
      const firstUnmined = anchors
        .flatMap(({ transaction }) => transaction ?? [])
        .find(
          (transaction) =>
            transaction.sender === account.address &&
            transaction.chainId === config.chainId &&
            transaction.nonce >= view.minedCount,
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
        firstUnminedNonce: firstUnmined?.nonce ?? null,
      }
      for (const [index, anchor] of anchors.entries()) {
        remainingAnchors = anchors.slice(index)
        await advanceOne(run, anchor)
      }
      failingSinceMs = null
    } catch (error) {
      if (error instanceof DisputeError)
        return await report(remainingAnchors, stuckReasons.disputed(config, error.dispute))
      if (!(error instanceof NodeError)) throw error
      const { failure, position } = error
      log.warn({ kind: 'evm', failure, position }, 'anchors: a node failed')
      failingSinceMs ??= Date.now()
      if (failure.kind === 'false_header' || Date.now() - failingSinceMs >= outageToleranceMs) {
        await report(remainingAnchors, stuckReasons.nodeFails(config, error))
      }
    }
  }

  /**
   * Advances an anchor and logs its failure. Throws if the node is down, so that the other anchors do not each wait for
   * its timeout.
   */
  async function advanceOne(run: EvmRun, anchor: OpenAnchor): Promise<void> {
    try {
      await report([anchor], await advanceAnchor(run, anchor))
    } catch (error) {
      if (error instanceof NodeError && !isAboutOneTransaction(error)) throw error
      log.warn({ kind: 'evm', anchorId: anchor.id, err: error }, 'anchors: a step failed')
      if (error instanceof NodeError) await report([anchor], stuckReasons.nodeFails(config, error))
      if (error instanceof DisputeError) await report([anchor], stuckReasons.disputed(config, error.dispute))
    }
  }

  async function report(anchors: OpenAnchor[], reason: string | null): Promise<void> {
    for (const { id, stuckReason } of anchors) {
      if (reason !== null || stuckReason !== null) await reportStuck({ database }, id, reason)
    }
  }

  return {
    kind: 'evm',
    advance: () => (currentRun ??= advance().finally(() => (currentRun = null))),
    retry: (anchorId) => requestRetry(database, anchorId),
  }
}

/** Whether a node failed for one transaction, and not for all. */
function isAboutOneTransaction({ failure }: NodeError): boolean {
  return failure.kind === 'rejected' || failure.kind === 'false_header' || failure.kind === 'false_contents'
}
