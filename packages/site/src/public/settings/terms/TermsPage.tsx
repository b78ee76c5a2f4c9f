import { useNavigate } from 'react-router-dom'
import { Island } from '../../../rendering/page/page-context.tsx'
import button from '../../platform/layout/button.module.css'
import page from '../../platform/layout/page.module.css'

/** The terms in full. */
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
