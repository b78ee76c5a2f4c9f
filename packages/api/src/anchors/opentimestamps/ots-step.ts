import { fromBase64, toBase64 } from '@priormark/core/proof/base64'
import { fromHex } from '@priormark/core/proof/bytes'
import { readOtsFile, writeOtsFile, type OtsFile } from '@priormark/core/proof/ots/ots-file'
import { attachTimestamp, mergeTimestamps } from '@priormark/core/proof/ots/ots-merge'
import type { OtsTimestamp } from '@priormark/core/proof/ots/ots-timestamp'
import { isWithin, keepAttestations, otsHashes } from './ots-attested.ts'
import type { Calendars } from './ots-calendars.ts'
import { calendarsLie, calendarsSilent, tooFewCalendars } from './ots-reasons.ts'
import { carried, judge, type RootBlock, type VerdictDeps } from './ots-verdict.ts'

export interface StepDeps extends VerdictDeps {
  calendars: Calendars
  minCalendars: number
  restampAfterHours: number
  now: Date
}

/** The known state of a root: its `.ots` in base64, and when calendars last accepted it. */
export interface KnownRoot {
  ots: string | null
  stampedAt: Date | null
}

/** The state of a root after a step, and what went wrong in it. */
export interface RootStatus extends KnownRoot {
  /** The lowest block that contains the root. */
  block: RootBlock | null
  problem: string | null
}

const hourMs = 3_600_000
/** A root that waits long is submitted repeatedly. Above this size, older promises are dropped. */
const maxPromisedBytes = 8_192
/** Far below the limit of verifiers, so that the path of every work fits before it. */
const rootBounds = { maxBytes: 32_768, maxDepth: 128 }

/**
 * Advances a root by one step: verifies that its block is still there, else polls the calendars, else submits the root.
 * Returns null if only some sources have its block yet.
 * @throws SourcesError if blocks cannot be looked up; the state is then unchanged
 */
export async function stepRoot(
  deps: StepDeps,
  rootHex: string,
  known: KnownRoot,
): Promise<RootStatus | null> {
  const root = fromHex(rootHex)
  const { stampedAt } = known
  const former = known.ots === null ? null : readRootOts(known.ots)
  if (former === null) return handIn(deps, root, null, stampedAt)

  const verdict = await judge(deps, former, root)
  if (verdict.unsettled > 0) return null
  if (verdict.held.length > 0) return status(root, former, verdict.held, stampedAt, null)

  const promises = deps.calendars.promisesOf(former, root)
  const asked = await askCalendars(deps, root, former, promises)
  if (asked.held.length > 0) return status(root, asked.timestamp, asked.held, stampedAt, null)
  if (promises.length > 0 && !isStampDue(deps, stampedAt))
    return status(root, former, [], stampedAt, asked.problem)
  return handIn(deps, root, former, stampedAt)
}

function isStampDue({ now, restampAfterHours }: StepDeps, stampedAt: Date | null): boolean {
  return stampedAt === null || now.getTime() - stampedAt.getTime() >= restampAfterHours * hourMs
}

/** Polls every calendar that made a promise, and keeps what leads to a block that contains the root. */
async function askCalendars(
  deps: StepDeps,
  root: Uint8Array,
  former: OtsTimestamp,
  promises: ReturnType<Calendars['promisesOf']>,
): Promise<{ timestamp: OtsTimestamp; held: RootBlock[]; problem: string | null }> {
  const { answers, waiting, problems } = await deps.calendars.ask(promises)
  const held: RootBlock[] = []
  const liars = new Set<string>()
  let open = waiting
  let timestamp = former
  for (const { host, ...answer } of answers) {
    const verdict = await judge(deps, answer.timestamp, answer.message)
    const leading = keepAttestations(answer.timestamp, answer.message, carried(verdict.held))
    if (verdict.refuted > 0) liars.add(host)
    if (verdict.held.length === 0 || leading === null) {
      open += verdict.refuted > 0 ? 0 : 1
      continue
    }
    const grown = attachTimestamp(timestamp, root, { ...answer, timestamp: leading }, otsHashes)
    if (grown === null || !isWithin(grown, root.length, rootBounds)) {
      problems.push({ host, problem: 'answers with far too much' })
      continue
    }
    timestamp = grown
    held.push(...verdict.held)
  }
  const silent = open === 0 && promises.length > 0 ? calendarsSilent(problems) : null
  return { timestamp, held, problem: liars.size > 0 ? calendarsLie([...liars]) : silent }
}

/** Submits a root to the calendars. If too few accept it, the previous state is kept. */
async function handIn(
  deps: StepDeps,
  root: Uint8Array,
  former: OtsTimestamp | null,
  stampedAt: Date | null,
): Promise<RootStatus> {
  const { timestamp, count, problems } = await deps.calendars.stamp(root)
  if (timestamp === null || count < deps.minCalendars) {
    return status(root, former, [], stampedAt, tooFewCalendars(count, deps.minCalendars, problems))
  }
  const all = former === null ? timestamp : mergeTimestamps(former, timestamp)
  const isShort = writeOtsFile(rootFile(root, all)).length <= maxPromisedBytes
  return status(root, isShort ? all : timestamp, [], deps.now, null)
}

function status(
  root: Uint8Array,
  timestamp: OtsTimestamp | null,
  held: readonly RootBlock[],
  stampedAt: Date | null,
  problem: string | null,
): RootStatus {
  const kept = timestamp === null ? null : keepAttestations(timestamp, root, carried(held))
  const block = held.reduce<RootBlock | null>(
    (lowest, one) => (lowest === null || one.height < lowest.height ? one : lowest),
    null,
  )
  return {
    ots: kept === null ? null : toBase64(writeOtsFile(rootFile(root, kept))),
    stampedAt,
    block,
    problem,
  }
}

function rootFile(root: Uint8Array, timestamp: OtsTimestamp): OtsFile {
  return { hash: 'sha256', digest: root, timestamp }
}

function readRootOts(base64: string): OtsTimestamp {
  return readOtsFile(fromBase64(base64) ?? new Uint8Array()).timestamp
}
