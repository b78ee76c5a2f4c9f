import { latestHours, recordingPace, type RecordingPace, type ServicePolicy } from './service-policy.ts'

/** How long recording takes, to end a clause: 'Your link arrives by email ...'. */
const durations: Record<RecordingPace, string> = {
  manual: 'within 24-48 hours of payment',
  minutes: `usually within minutes, ${latestHours} hours at most`,
  hours: `usually within a few hours, ${latestHours} hours at most`,
}

/** Ends a clause: 'within 24-48 hours of payment', or 'usually within minutes, 48 hours at most'. */
export function durationText(policy: ServicePolicy): string {
  return durations[recordingPace(policy)]
}

/** What we do, and how long it takes. */
export function recordingText(policy: ServicePolicy): string {
  const isManual = recordingPace(policy) === 'manual'
  return isManual
    ? `We record your work on the blockchain manually ${durationText(policy)}.`
    : `We record your work on the blockchain automatically, ${durationText(policy)}.`
}

/** When the customer gets the link. */
export function linkText(policy: ServicePolicy): string {
  const separator = recordingPace(policy) === 'manual' ? ' ' : ', '
  return `Your verification link arrives by email${separator}${durationText(policy)}.`
}

/** The second record of a shop that uses both; null for any other. */
export function secondRecordText({ kinds }: ServicePolicy): string | null {
  if (!kinds.includes('evm') || !kinds.includes('opentimestamps')) return null
  return 'A second record, on Bitcoin, follows within a few days, and then we email you the complete evidence.'
}
