import { recordingPace, type ServicePolicy } from './service-policy.ts'

/** The promise whose wording the specification fixes. */
const specifiedHours = 48

/** Ends a clause: 'within 24-48 hours of payment', or 'usually within minutes, 48 hours at most'. */
export function durationText(policy: ServicePolicy): string {
  const { deliveryHours } = policy
  switch (recordingPace(policy)) {
    case 'minutes':
      return `usually within minutes, ${hoursText(deliveryHours)} at most`
    case 'hours':
      return `usually within a few hours, ${hoursText(deliveryHours)} at most`
    case 'manual':
      return deliveryHours === specifiedHours
        ? 'within 24-48 hours of payment'
        : `within ${hoursText(deliveryHours)} of payment`
  }
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

function hoursText(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
