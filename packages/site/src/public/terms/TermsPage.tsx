import { useNavigate } from 'react-router-dom'
import button from '../layout/button.module.css'
import page from '../layout/page.module.css'
import { usePage } from '../page-state.ts'
import { usePrice } from '../use-price.ts'
import { lastUpdated, termsSections } from './terms-content.ts'

/** The terms in full. */
export function TermsPage() {
  const { shop, policy } = usePage()
  const price = usePrice('terms')
  const navigate = useNavigate()

  /** Goes back in the history, or to the landing page if this is the first page of the visit. */
  function goBack() {
    void (history.length > 1 ? navigate(-1) : navigate('/'))
  }

  return (
    <div className={page.page}>
      <h1 className={page.title}>Terms and Conditions</h1>
      <p className={page.intro}>Last updated: {lastUpdated}</p>
      <ol className={page.sections}>
        {termsSections({ ...shop, price }, policy).map(({ title, paragraphs }) => (
          <li key={title}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </li>
        ))}
      </ol>
      <button type="button" className={button.secondary} onClick={goBack}>
        Go Back
      </button>
    </div>
  )
}
