import { lazy, Suspense, useEffect } from 'react'
import { analytics, configureAnalytics } from '../public/analytics/analytics.ts'
import { readVisitChoice, useVisitChoice } from '../public/analytics/visit-choice.ts'
import { usePage } from '../public/page-context.ts'
import type { AnalyticsAddress } from '../public/page-data.ts'
import { pathForStatistics } from './page-names.ts'

const VisitNotice = lazy(async () => ({
  default: (await import('../public/analytics/VisitNotice.tsx')).VisitNotice,
}))

/** Counts visits where the shop is configured so and the visitor has accepted; asks who has not answered. */
export function VisitCounting() {
  const { analytics: address } = usePage()
  return address && <Counting address={address} />
}

function Counting({ address }: { address: AnalyticsAddress }) {
  const choice = useVisitChoice((store) => store.choice)

  useEffect(readVisitChoice, [])

  useEffect(() => {
    if (choice !== 'accepted') return
    let isOver = false
    void startCounting(address, () => isOver)
    return () => {
      isOver = true
      configureAnalytics(null)
    }
  }, [address, choice])

  if (choice !== 'unasked') return null
  return (
    <Suspense>
      <VisitNotice />
    </Suspense>
  )
}

/** The page that is shown was told to nobody yet. */
async function startCounting(address: AnalyticsAddress, isOver: () => boolean): Promise<void> {
  const { visitCounter } = await import('../public/analytics/visit-counter.ts')
  if (isOver()) return
  configureAnalytics(visitCounter(address))
  analytics.pageView(pathForStatistics(location.pathname))
}
