import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { analytics, configureAnalytics } from '../public/platform/analytics/analytics.ts'
import { readVisitChoice, useVisitChoice } from '../public/platform/analytics/visit-choice.ts'
import { visitCounter } from '../public/platform/analytics/visit-counter.ts'
import { VisitNotice } from '../public/platform/analytics/VisitNotice.tsx'
import type { AnalyticsAddress, PageData } from '@priormark/core/pages/site-server'
import { pathForStatistics } from './pages.ts'

/** Counts visits if the visitor agrees, and shows the notice below the page to visitors who have not chosen. */
export function countVisits({ analytics: address }: PageData): void {
  if (address === null) return
  const container = document.body.appendChild(document.createElement('div'))
  // Makes the notice stick to the window's edge and not to its own box.
  container.style.display = 'contents'
  createRoot(container).render(<CountedVisits address={address} />)
}

function CountedVisits({ address }: { address: AnalyticsAddress }) {
  const choice = useVisitChoice((store) => store.choice)

  useEffect(readVisitChoice, [])

  useEffect(() => {
    if (choice !== 'accepted') return
    configureAnalytics(visitCounter(address))
    // The current page has not been reported yet.
    analytics.pageView(pathForStatistics(location.pathname))
    return () => configureAnalytics(null)
  }, [address, choice])

  return choice === 'unasked' && <VisitNotice />
}
