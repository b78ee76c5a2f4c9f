import { recordingPace, type ServicePolicy } from './service-policy.ts'

/** The promise whose wording the specification fixes. */
const specifiedHours = 48

/** Returns the end of a clause: 'within 24-48 hours of payment', or 'within 48 hours, usually in minutes'. */
export function durationText(policy: ServicePolicy): string {
  const { deliveryHours } = policy
  switch (recordingPace(policy)) {
    case 'minutes':
      return `within ${hoursText(deliveryHours)}, usually in minutes`
    case 'hours':
      return `within ${hoursText(deliveryHours)}, usually in a few`
    case 'manual':
      return deliveryHours === specifiedHours
        ? 'within 24-48 hours of payment'
        : `within ${hoursText(deliveryHours)} of payment`
  }
}

/** How long it takes the customer and us. Minutes are promised only where works are recorded automatically. */
export function timeText(policy: ServicePolicy): string {
  const duration = durationText(policy)
  return recordingPace(policy) === 'manual'
    ? `A short form for you; recorded ${duration}.`
    : `5 minutes for you; recorded ${duration}.`
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

/** Describes the second record of a shop that uses an EVM chain and Bitcoin; null for any other shop. */
export function secondRecordText({ kinds }: ServicePolicy): string | null {
  if (!kinds.includes('evm') || !kinds.includes('opentimestamps')) return null
  return 'A second record, on Bitcoin, follows within a few days, and then we email you the complete evidence.'
}

function hoursText(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
