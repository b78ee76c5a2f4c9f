import type { AnchorState } from '@priormark/core/proofs/anchors/anchor-state'
import { recordProgress, reportStuck, type AnchorProgress } from '../anchor-progress.ts'
import { createPortRuns, type AnchorPort, type AnchorPortDeps } from '../anchor-port.ts'
import { createBitcoinBlocks, SourcesError } from './bitcoin-blocks.ts'
import { createCalendars } from './ots-calendars.ts'
import type { OtsConfig } from './ots-config.ts'
import { stuckReasons } from './ots-reasons.ts'
import {
  claimStamp,
  insertMissingStamps,
  retryStampNow,
  saveStamp,
  type ClaimedStamp,
} from './ots-repository.ts'
import { advanceRoot, type RootStatus, type StepDeps } from './ots-step.ts'

export interface OtsAnchorDeps extends AnchorPortDeps {
  config: OtsConfig
  /** Tests replace the network with this. */
  fetch?: typeof fetch
  now?: () => Date
  /** The timeout of a request. */
  timeoutMs?: number
  /** The highest proof-of-work target of an accepted block. Tests use a chain with a higher one. */
  easiestTarget?: bigint
}

const minuteMs = 60_000
/** Longer than any step takes: each makes a few requests with a timeout of ten seconds. */
const leaseMs = 5 * minuteMs
const maxRetryDelayMs = 30 * minuteMs

/** How far in the future the next attempt can be. */
export const maxOtsDelayMs = Math.max(leaseMs, maxRetryDelayMs)
/** How many anchors are processed concurrently. */
const workerCount = 4
/** Failures are reported from the third in a row on, because shorter outages resolve automatically. */
const failuresUntilReport = 3
/**
 * Demands about a hundredth of today's real difficulty: blocks of the main network have more, and a forged block that
 * meets it costs more than any record is worth.
 */
const mainnetTarget = 1n << 184n

/**
 * Records roots in Bitcoin with OpenTimestamps: submits them to calendars, polls those until the root is in a block,
 * and accepts a block only by its header, as several sources report it.
 */
export function createOtsAnchors(deps: OtsAnchorDeps): AnchorPort {
  const { database, log, config, now = () => new Date(), easiestTarget = mainnetTarget } = deps
  const { signal, attempt, advance, close } = createPortRuns(log, runOnce)
  const http = { fetch: deps.fetch ?? fetch, signal, timeoutMs: deps.timeoutMs ?? 10_000 }
  const calendars = createCalendars(config, http)

  async function runOnce(): Promise<void> {
    await insertMissingStamps(database.fork(), now())
    const blocks = createBitcoinBlocks(config, http)
    const advanceDueStamps = async () => {
      while (!signal.aborted) {
        const startedAt = now()
        const stamp = await claimStamp(database.fork(), startedAt, new Date(startedAt.getTime() + leaseMs))
        if (stamp === null) return
        const stepDeps = { ...config, calendars, blocks, easiestTarget, now: startedAt }
        const advanceStamp = async () => saveOutcome(stamp, await runStep(stepDeps, stamp), startedAt)
        await attempt('anchors: an anchor could not be advanced', advanceStamp, { anchorId: stamp.anchorId })
      }
    }
    const workers = Array.from({ length: workerCount }, advanceDueStamps)
    for (const result of await Promise.allSettled(workers)) {
      if (result.status === 'rejected') throw result.reason
    }
  }

  /** Stores the result of a step, then records it as progress. After a crash in between, the next step records it again. */
  async function saveOutcome(stamp: ClaimedStamp, { status, problem }: Outcome, now: Date): Promise<void> {
    const progress = status === null ? null : progressOf(status, config.explorerBlock)
    const hasProgress = progress !== null && (progress.state !== stamp.state || status?.ots !== stamp.ots)
    const attempts = hasProgress ? 0 : stamp.attempts + 1
    const failures = problem === null ? 0 : stamp.failures + 1
    const isSaved = await saveStamp(database.fork(), stamp, {
      ...(status === null ? {} : storedFieldsOf(status)),
      attempts,
      failures,
      nextAttemptAt: new Date(now.getTime() + retryDelayMs(attempts)),
    })
    if (!isSaved) return
    if (progress !== null) await recordProgress(deps, stamp.anchorId, progress)
    const state = progress?.state ?? stamp.state
    if (problem === null) await reportStuck(deps, stamp.anchorId, delayReason(stamp, state, now))
    else if (failures >= failuresUntilReport) await reportStuck(deps, stamp.anchorId, problem)
  }

  function delayReason({ submittedAt }: ClaimedStamp, state: AnchorState, now: Date): string | null {
    if (state !== 'submitted' || submittedAt === null) return null
    const elapsedMs = now.getTime() - submittedAt.getTime()
    const { restampAfterHours } = config
    return elapsedMs >= restampAfterHours * 60 * minuteMs
      ? stuckReasons.lateForBitcoin(restampAfterHours)
      : null
  }

  return {
    kind: 'opentimestamps',
    advance,
    retry: (anchorId) => retryStampNow(database.fork(), anchorId, now()),
    close,
  }
}

type Outcome = Awaited<ReturnType<typeof runStep>>

/** Advances a root. `status` is null if nothing changed. */
async function runStep(deps: StepDeps, stamp: ClaimedStamp) {
  try {
    const status = await advanceRoot(deps, stamp)
    return { status, problem: status?.problem ?? null }
  } catch (error) {
    if (error instanceof SourcesError) return { status: null, problem: error.message }
    throw error
  }
}

function storedFieldsOf({ ots, stampedAt, block }: RootStatus) {
  return {
    ots,
    stampedAt,
    blockHeight: block?.height ?? null,
    blockHeader: block?.header ?? null,
    confirmationHeaders: block?.isFinal ? block.confirmationHeaders : null,
  }
}

function progressOf({ ots, block }: RootStatus, explorerBlock: string): AnchorProgress {
  if (ots === null) return { state: 'queued' }
  const evidence = { kind: 'opentimestamps' as const, ots }
  if (block === null) return { state: 'submitted', evidence }
  const link = explorerBlock.replaceAll('{hash}', block.hash).replaceAll('{height}', String(block.height))
  const { isFinal, time: blockTime, latestTime } = block
  return { state: isFinal ? 'final' : 'included', link, blockTime, latestTime, evidence }
}

/** Backs off from one minute, doubling each time, up to half an hour. */
function retryDelayMs(attempts: number): number {
  return Math.min(minuteMs * 2 ** Math.min(attempts, 10), maxRetryDelayMs)
}
