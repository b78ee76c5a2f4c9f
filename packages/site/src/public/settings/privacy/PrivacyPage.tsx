import { AnalyticsChoice } from '../../platform/analytics/AnalyticsChoice.tsx'
import { Island, usePage } from '../../../rendering/page/page-context.tsx'
import page from '../../platform/layout/page.module.css'

/** Describes the data stored about visitors and customers, and offers the choice about visit counting. */
export function PrivacyPage() {
  const { analytics } = usePage()
  return (
    <div className={page.page}>
      <h1 className={page.title}>Privacy</h1>
      <Island id="privacy-text" />
      {analytics && (
        <div className={page.sections}>
          <AnalyticsChoice />
        </div>
      )}
    </div>
  )
}
