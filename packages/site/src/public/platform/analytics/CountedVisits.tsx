import type { AnalyticsAddress } from '@priormark/core/settings/groups'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { analytics, configureAnalytics, type Analytics } from './analytics.ts'
import { ChoiceButtons, readVisitChoice, useVisitChoice } from './AnalyticsChoice.tsx'
import styles from './visits.module.css'

interface CountedVisitsProps {
  address: AnalyticsAddress
  /** Returns the path to report for the one that is shown. */
  pathForStatistics: (path: string) => string
}

/** Counts visits if the visitor agrees, and shows the notice below the page to visitors who have not chosen. */
export function countVisits(props: CountedVisitsProps): void {
  const container = document.body.appendChild(document.createElement('div'))
  // Makes the notice stick to the window's edge and not to its own box.
  container.style.display = 'contents'
  createRoot(container).render(<CountedVisits {...props} />)
}

function CountedVisits({ address, pathForStatistics }: CountedVisitsProps) {
  const choice = useVisitChoice((store) => store.choice)

  useEffect(readVisitChoice, [])

  useEffect(() => {
    if (choice !== 'accepted') return
    configureAnalytics(visitCounter(address))
    // The current page has not been reported yet.
    analytics.pageView(pathForStatistics(location.pathname))
    return () => configureAnalytics(null)
  }, [address, choice, pathForStatistics])

  return choice === 'undecided' && <VisitNotice />
}

/** Asks whether visits may be counted. It never covers content. */
function VisitNotice() {
  return (
    <section className={styles.notice} aria-label="Counting visits">
      <p>
        Can we count your visits? We see which pages are read, not who reads them. We set no cookie, and we
        count nothing unless you accept. <a href="/privacy">Privacy</a>
      </p>
      <ChoiceButtons />
    </section>
  )
}

/**
 * Sends events in the format of Plausible: https://plausible.io/docs/events-api. Uses no cookie, no identifier and no
 * third-party script. Events that cannot be sent are dropped.
 */
function visitCounter({ url, site }: AnalyticsAddress): Analytics {
  let page = '/'
  const send = (name: string, properties: object = {}) => {
    const event = {
      name,
      domain: site,
      url: location.origin + page,
      referrer: referrerOrigin(),
      ...properties,
    }
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
    purchase(price) {
      send('purchase', { revenue: { amount: price.toFixed(2), currency: 'USD' } })
      send('conversion')
    },
  }
}

/** Returns the origin of the site that the visitor came from; null for this site. */
function referrerOrigin(): string | null {
  if (!URL.canParse(document.referrer)) return null
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? null : origin
}
