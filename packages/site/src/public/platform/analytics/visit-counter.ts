import type { AnalyticsAddress } from '@priormark/core/pages/site-server'
import type { Analytics } from './analytics.ts'

/**
 * Sends events in the format of Plausible: https://plausible.io/docs/events-api. Uses no cookie, no identifier and no
 * third-party script. Events that cannot be sent are dropped.
 */
export function visitCounter({ url, site }: AnalyticsAddress): Analytics {
  let page = '/'
  const send = (name: string, more: object = {}) => {
    const event = { name, domain: site, url: location.origin + page, referrer: referrer(), ...more }
    fetch(url, {
      method: 'POST',
      // Avoids a CORS preflight request.
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify(event),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => {})
  }
  return {
    pageView(path) {
      page = path
      send('pageview')
    },
    purchase: ({ price }) => send('purchase', { revenue: { amount: price.toFixed(2), currency: 'USD' } }),
    conversion: () => send('conversion'),
  }
}

/** Returns the origin of the site that the visitor came from; null for this site. */
function referrer(): string | null {
  if (!URL.canParse(document.referrer)) return null
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? null : origin
}
