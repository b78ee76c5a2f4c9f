import { toBase64 } from '@priormark/core/proofs/proof/base64'
import { fromHex } from '@priormark/core/proofs/proof/bytes'
import { writeOtsFile, type OtsFile, type OtsTimestamp } from '@priormark/core/proofs/opentimestamps/ots-file'
import { attachTimestamp, mergeTimestamps } from '@priormark/core/proofs/opentimestamps/ots-merge'
import { readAnchorOts } from '../../leaves/proof-status.ts'
import {
  isWithinBounds,
  keepAttestations,
  otsHashes,
  neededAttestations,
  checkBlocks,
  type RootBlock,
  type BlockCheckDeps,
  type StampedMessage,
} from './ots-block-check.ts'
import type { Calendars } from './ots-calendars.ts'
import type { ClaimedStamp } from './ots-repository.ts'
import { stuckReasons } from './ots-reasons.ts'

export interface StepDeps extends BlockCheckDeps {
  calendars: Calendars
  minCalendars: number
  restampAfterHours: number
}

/** The state of a root after a step, and what went wrong in it. */
export type RootStatus = ReturnType<typeof statusOf>

const hourMs = 3_600_000
/** A root that waits long is submitted repeatedly. Above this size, only the promises of the last submission are kept. */
const maxPromisedBytes = 8_192
/** Far below the limits of verifiers, so that the path of every work fits before it. */
const rootBounds = { maxBytes: 32_768, maxDepth: 128 }

/**
 * Advances a root by one step: verifies that its block is still there, else polls the calendars, else submits the root.
 * Returns null if only some sources have its block yet.
 * @throws SourcesError if blocks cannot be looked up; the state is then unchanged
 */
export async function advanceRoot(
  deps: StepDeps,
  { root: rootHex, sealedAt, ots, stampedAt }: Pick<ClaimedStamp, 'root' | 'sealedAt' | 'ots' | 'stampedAt'>,
): Promise<RootStatus | null> {
  const root = fromHex(rootHex)
  if (ots === null) return submitRoot(deps, root, null, stampedAt)

  const { timestamp } = readAnchorOts(ots)
  const check = await checkBlocks(deps, { timestamp, message: root, sealedAt })
  if (check.undecidedCount > 0) return null
  if (check.confirmed.length > 0) return statusOf(root, timestamp, check.confirmed, stampedAt, null)

  const promises = deps.calendars.promisesOf(timestamp, root)
  const poll = await pollCalendars(deps, { timestamp, message: root, sealedAt }, promises)
  if (poll.confirmed.length > 0) return statusOf(root, poll.timestamp, poll.confirmed, stampedAt, null)
  const restampAtMs = stampedAt === null ? 0 : stampedAt.getTime() + deps.restampAfterHours * hourMs
  if (promises.length > 0 && deps.now.getTime() < restampAtMs)
    return statusOf(root, timestamp, [], stampedAt, poll.problem)
  return submitRoot(deps, root, timestamp, stampedAt)
}

/** Polls every calendar that made a promise, and adds what leads to a block that contains the root. */
async function pollCalendars(
  deps: StepDeps,
  { timestamp: previousTimestamp, message: root, sealedAt }: StampedMessage,
  promises: ReturnType<Calendars['promisesOf']>,
): Promise<{ timestamp: OtsTimestamp; confirmed: RootBlock[]; problem: string | null }> {
  const { responses, waitingCount, problems } = await deps.calendars.poll(promises)
  const confirmed: RootBlock[] = []
  const wrongHosts = new Set<string>()
  let isStillWaiting = waitingCount > 0
  let timestamp = previousTimestamp
  for (const { host, ...response } of responses) {
    const check = await checkBlocks(deps, { ...response, sealedAt })
    const addition = keepAttestations(
      response.timestamp,
      response.message,
      neededAttestations(check.confirmed),
    )
    if (check.refutedCount > 0) wrongHosts.add(host)
    if (check.confirmed.length === 0 || addition === null) {
      isStillWaiting = true
      continue
    }
    const extendedTimestamp = attachTimestamp(
      timestamp,
      root,
      { ...response, timestamp: addition },
      otsHashes,
    )
    if (extendedTimestamp === null || !isWithinBounds(extendedTimestamp, root.length, rootBounds)) {
      problems.push({ host, problem: 'sends an oversized response' })
      continue
    }
    timestamp = extendedTimestamp
    confirmed.push(...check.confirmed)
  }
  const unavailableProblem = isStillWaiting ? null : stuckReasons.calendarsUnavailable(problems)
  return {
    timestamp,
    confirmed,
    problem: wrongHosts.size > 0 ? stuckReasons.wrongBlocks([...wrongHosts]) : unavailableProblem,
  }
}

/** Submits a root to the calendars. If too few accept it, the previous state is kept. */
async function submitRoot(
  deps: StepDeps,
  root: Uint8Array,
  previousTimestamp: OtsTimestamp | null,
  stampedAt: Date | null,
): Promise<RootStatus> {
  const { timestamp, calendarCount, problems } = await deps.calendars.submit(root)
  if (timestamp === null || calendarCount < deps.minCalendars) {
    const problem = stuckReasons.tooFewCalendars(calendarCount, deps.minCalendars, problems)
    return statusOf(root, previousTimestamp, [], stampedAt, problem)
  }
  const mergedTimestamp =
    previousTimestamp === null ? timestamp : mergeTimestamps(previousTimestamp, timestamp)
  const isShort = writeOtsFile(rootFile(root, mergedTimestamp)).length <= maxPromisedBytes
  return statusOf(root, isShort ? mergedTimestamp : timestamp, [], deps.now, null)
}

function statusOf(
  root: Uint8Array,
  timestamp: OtsTimestamp | null,
  confirmed: readonly RootBlock[],
  stampedAt: Date | null,
  problem: string | null,
) {
  const keptTimestamp =
    timestamp === null ? null : keepAttestations(timestamp, root, neededAttestations(confirmed))
  // The lowest block that contains the root.
  const [block = null] = confirmed.toSorted((a, b) => a.height - b.height)
  const ots = keptTimestamp === null ? null : toBase64(writeOtsFile(rootFile(root, keptTimestamp)))
  return { ots, stampedAt, block, problem }
}

function rootFile(root: Uint8Array, timestamp: OtsTimestamp): OtsFile {
  return { hash: 'sha256', digest: root, timestamp }
}
