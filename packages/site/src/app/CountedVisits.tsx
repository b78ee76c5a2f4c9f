import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { analytics, configureAnalytics } from '../public/analytics/analytics.ts'
import { readVisitChoice, useVisitChoice } from '../public/analytics/visit-choice.ts'
import { visitCounter } from '../public/analytics/visit-counter.ts'
import { VisitNotice } from '../public/analytics/VisitNotice.tsx'
import type { AnalyticsAddress, PageData } from '@priormark/core/site/site-server'
import { pathForStatistics } from './pages.ts'

/** Counts visits from now on, where the visitor agrees, and asks who has not answered: below the page, for as long as it stands. */
export function countVisits({ analytics: address }: PageData): void {
  if (address === null) return
  const place = document.body.appendChild(document.createElement('div'))
  // The notice sticks to the window's edge, not to a box of its own height.
  place.style.display = 'contents'
  createRoot(place).render(<CountedVisits address={address} />)
}

function CountedVisits({ address }: { address: AnalyticsAddress }) {
  const choice = useVisitChoice((store) => store.choice)

  useEffect(readVisitChoice, [])

  useEffect(() => {
    if (choice !== 'accepted') return
    configureAnalytics(visitCounter(address))
    // The page that is shown was told to nobody yet.
    analytics.pageView(pathForStatistics(location.pathname))
    return () => configureAnalytics(null)
  }, [address, choice])

  return choice === 'unasked' && <VisitNotice />
}
