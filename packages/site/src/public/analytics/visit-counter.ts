import type { AnalyticsAddress } from '@priormark/core/site/site-server'
import type { Analytics } from './analytics.ts'

/**
 * Sends events in the form that Plausible and its kin take: https://plausible.io/docs/events-api. No cookie, no identifier,
 * no script of anybody's. What cannot be sent is lost, and disturbs nobody.
 */
export function visitCounter({ url, site }: AnalyticsAddress): Analytics {
  let page = '/'
  const send = (name: string, more: object = {}) => {
    const event = { name, domain: site, url: location.origin + page, referrer: referrer(), ...more }
    fetch(url, {
      method: 'POST',
      // Known to every server without asking it first.
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

/** The site that the visitor came from, without the page; null for this one. */
function referrer(): string | null {
  if (!URL.canParse(document.referrer)) return null
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? null : origin
}
