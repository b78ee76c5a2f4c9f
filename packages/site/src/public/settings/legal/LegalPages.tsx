import { useNavigate } from 'react-router-dom'
import { Island, usePage } from '../../../rendering/page/page-context.tsx'
import button from '../../platform/layout/button.module.css'
import page from '../../platform/layout/page.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import { AnalyticsChoice } from '../../platform/analytics/AnalyticsChoice.tsx'

export function TermsPage() {
  const navigate = useNavigate()

  /** Goes back in the history, or to the landing page if this is the first page of the visit. */
  function goBack() {
    void (history.length > 1 ? navigate(-1) : navigate('/'))
  }

  return (
    <div className={page.page}>
      <h1 className={page.title}>Terms and Conditions</h1>
      <Island id="terms-text" />
      <button type="button" className={button.secondary} onClick={goBack}>
        Go Back
      </button>
    </div>
  )
}

/** The terms that the customer of an order accepted. */
export function AcceptedTermsPage() {
  return (
    <div className={page.page}>
      <h1 className={page.title}>Terms and Conditions</h1>
      <p className={page.intro}>
        These terms apply to the orders that link to them. New orders are placed under{' '}
        <SiteLink to="/terms">the current terms</SiteLink>.
      </p>
      <Island id="accepted-terms" />
    </div>
  )
}

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
