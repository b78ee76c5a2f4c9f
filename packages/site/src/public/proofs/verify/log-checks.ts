import { formatSecond } from '@priormark/core/platform/dates'
import { shownText } from '@priormark/core/platform/isolated-text'
import { verdictMessage, verdictMessages as words } from '@priormark/core/proofs/proof/verdict-messages'
import type { LogCheck } from '@priormark/core/proofs/proof-v2/log/log-check'
import type { Check } from './verify-result.ts'

/** What the public log of a proof shows. @param check null for a proof of version 1, which names no log */
export function logChecks(check: LogCheck | null): Check[] {
  if (check === null) return []
  const name = words['check.log']
  if (check.kind === 'none') return [{ name, outcome: 'open', detail: words['check.log.none'] }]
  const { origin, index, size } = check.log
  const parts = { origin: shownText(origin), index, size }
  if (check.kind === 'unknown')
    return [{ name, outcome: 'open', detail: verdictMessage('check.log.unknown', parts) }]
  const cosignatureChecks = check.cosignatures.map((cosignature): Check => {
    const time = formatSecond(new Date(cosignature.seconds * 1_000).toISOString())
    const detail = verdictMessage('check.cosigned.fits', { name: shownText(cosignature.name), time })
    return { name: words['check.cosigned'], outcome: 'fits', detail }
  })
  return [{ name, outcome: 'fits', detail: verdictMessage('check.log.known', parts) }, ...cosignatureChecks]
}

/** What the renewals of a proof show. @param times the time that each renewal proves, in seconds since 1970, or null */
export function renewalChecks(times: readonly (number | null)[]): Check[] {
  return times.map((seconds, n) => {
    const name = words['check.renewal']
    const number = n + 1
    if (seconds === null)
      return { name, outcome: 'open', detail: verdictMessage('check.renewal.open', { number }) }
    const time = formatSecond(new Date(seconds * 1_000).toISOString())
    return { name, outcome: 'fits', detail: verdictMessage('check.renewal.fits', { number, time }) }
  })
}
