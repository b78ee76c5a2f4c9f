import type { CheckResult } from '@priormark/core/platform/check-result'
import type { AnalyticsAddress } from '@priormark/core/settings/groups'
import { checkTimeoutMs, fine, problem, reasonOf, warning } from '../../platform/check-result.ts'

/**
 * Sends a test event as a visitor's browser would (https://plausible.io/docs/events-api), but from the server's address,
 * and reports whether it is accepted.
 */
export async function checkAnalytics(
  address: AnalyticsAddress | null,
  publicUrl: string,
): Promise<CheckResult[]> {
  if (address === null) return [warning('Visits are not counted: there is no address.', 'Enter one.')]
  const { url, site } = address
  const { host } = new URL(url)
  const remedy = 'Check the address. Plausible’s is https://plausible.io/api/event.'
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify({ name: 'test', domain: site, url: `${publicUrl}/`, referrer: null }),
      redirect: 'manual',
      signal: AbortSignal.timeout(checkTimeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) return [problem(`${host} responds with the status ${response.status}.`, remedy)]
    return response.headers.has('x-plausible-dropped')
      ? [
          warning(
            `${host} dropped the test event.`,
            `Check that it has a site with the name ${site}. It may also drop events sent by a server: then open your site and see whether the visit is counted.`,
          ),
        ]
      : [fine(`${host} accepted an event with the name “test” for the site ${site}.`)]
  } catch (error) {
    return [problem(`${host} does not respond (${reasonOf(error)}).`, remedy)]
  }
}
