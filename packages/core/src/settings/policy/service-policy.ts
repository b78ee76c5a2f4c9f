import type { AnchorKind } from './anchor-kind.ts'
import { cancellationDays } from './start-request.ts'

/**
 * What the configuration of a shop decides about its service. Pages, emails and documents take every duration, and what
 * they say about publicity, refunds and retention, from here and from the texts in this folder.
 */
export interface ServicePolicy {
  /** How works are recorded; at least one kind. */
  kinds: readonly AnchorKind[]
  /** The names of the public blockchains, such as 'Ethereum'; none if works are recorded manually or on a test chain only. */
  chains: readonly string[]
  /** How long a customer's file is kept after its order is complete. */
  fileRetentionDays: number
  /** How long the file of a visitor who does not pay is kept after the last activity. */
  unpaidFileHours: number
  /** The most hours from the start until a work is recorded, however it is recorded. */
  deliveryHours: number
}

/** How soon works are usually recorded: on an EVM chain, on Bitcoin through calendars, or by an administrator. */
type RecordingPace = 'minutes' | 'hours' | 'manual'

/** Returns the pace of the fastest way to record works. */
export function recordingPace({ kinds }: Pick<ServicePolicy, 'kinds'>): RecordingPace {
  if (kinds.includes('evm')) return 'minutes'
  return kinds.includes('opentimestamps') ? 'hours' : 'manual'
}

/** The dates of an order on which recording depends. */
export interface RecordingStart {
  paidAt: Date
  /** When the customer asked for an immediate start; null without a request. */
  startRequestedAt: Date | null
  /** When recording started; null before that. */
  startedAt: Date | null
  /** What the shop promised when the order was placed. */
  deliveryHours: number
}

const hourMs = 60 * 60 * 1000

/** Returns when recording starts, or started: after the cancellation period, unless the customer asked for it earlier. */
export function recordingStartsAt(start: Omit<RecordingStart, 'deliveryHours'>): Date {
  const { paidAt, startRequestedAt, startedAt } = start
  if (startedAt !== null) return startedAt
  if (startRequestedAt === null) return new Date(paidAt.getTime() + cancellationDays * 24 * hourMs)
  return startRequestedAt > paidAt ? startRequestedAt : paidAt
}

/** Returns the date by which the shop promises to record the work. */
export function recordedBy(start: RecordingStart): Date {
  return new Date(recordingStartsAt(start).getTime() + start.deliveryHours * hourMs)
}
