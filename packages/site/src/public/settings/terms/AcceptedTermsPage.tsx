import { Island } from '../../../rendering/page/page-context.tsx'
import page from '../../platform/layout/page.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'

/** The terms that orders were placed under, as their customers accepted them. */
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
