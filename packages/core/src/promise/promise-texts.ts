import { cancellationDays } from '../payments/start-request.ts'
import { latestHours, recordingPace, type RecordingPace, type ShopPromise } from './shop-promise.ts'

/** How long recording takes, to end a clause: 'Your link arrives by email ...'. */
const durations: Record<RecordingPace, string> = {
  manual: 'within 24-48 hours of payment',
  minutes: `usually within minutes, ${latestHours} hours at most`,
  hours: `usually within a few hours, ${latestHours} hours at most`,
}

/** Ends a clause: 'within 24-48 hours of payment', or 'usually within minutes, 48 hours at most'. */
export function durationText(promise: ShopPromise): string {
  return durations[recordingPace(promise)]
}

/** What we do, and how long it takes. */
export function recordingText(promise: ShopPromise): string {
  const isManual = recordingPace(promise) === 'manual'
  return isManual
    ? `We record your work on the blockchain manually ${durationText(promise)}.`
    : `We record your work on the blockchain automatically, ${durationText(promise)}.`
}

/** When the customer gets the link. */
export function linkText(promise: ShopPromise): string {
  const separator = recordingPace(promise) === 'manual' ? ' ' : ', '
  return `Your verification link arrives by email${separator}${durationText(promise)}.`
}

/** The second record of a shop that uses both; null for any other. */
export function secondRecordText({ kinds }: ShopPromise): string | null {
  if (!kinds.includes('evm') || !kinds.includes('opentimestamps')) return null
  return 'A second record, on Bitcoin, follows within a few days, and then we email you the complete evidence.'
}

/** What everyone can see. */
export const publicText =
  'Only a code goes on the blockchain. It is computed from your file’s fingerprint, your details and a random secret, usually together with other works, and reveals none of them.'

/** What only the customer has. */
export const privateText =
  'Your file, your name, the title and the description do not become public. The names and the description are in the evidence that we send you, for you to show to whom you choose.'

/** Beside the fields of the order form. */
export const formPrivacyText =
  'Your name, the title and the description don’t become public. They go into your evidence, which only you receive.'

/** What a customer receives. */
export const receivedTexts: readonly string[] = [
  'A certificate (PDF) that says what is proven and what isn’t.',
  'The evidence (ZIP): the proof, and everything needed to check it without us.',
  'A page that checks your file offline, in any browser.',
  'A badge for your website.',
]

/** The only rule about cancellation and refunds. */
export const refundText =
  'You can cancel until your work is recorded, and we refund the full price. After that there is no refund, because a record can’t be undone.'

/** When recording starts for customers who did not ask for an immediate start. */
export const laterStartText = `Unless you ask us to start right away, we wait ${cancellationDays} days after your payment before we record your work.`

/** How long we keep a customer's file. */
export function fileRetentionText({ fileRetentionDays: days }: ShopPromise): string {
  if (days === 0) return 'We delete our copy of your file once your order is complete or refunded.'
  return `We delete our copy of your file ${days} ${days === 1 ? 'day' : 'days'} after your order is complete or refunded.`
}
