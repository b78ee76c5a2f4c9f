import { useLocation } from 'react-router-dom'
import { RegistrationMark } from '../../ui/RegistrationMark.tsx'
import button from '../layout/button.module.css'
import page from '../layout/page.module.css'
import { SiteLink } from '../layout/SiteLink.tsx'
import astray from '../not-found/NotFoundPage.module.css'
import { usePage, usePageView } from '../page-state.ts'

/** What is shown in place of an order. */
export function NoOrder() {
  return usePageView('missing', 'failed').kind === 'missing' ? <MissingOrder /> : <FailedOrder />
}

/** For links that lead to no order: what may have happened, and what helps. */
function MissingOrder() {
  const { shop } = usePage()
  return (
    <div className={`${page.page} order-none`}>
      <div>
        <h1 className={page.title}>This link leads to no order</h1>
        <p className={page.intro}>Most often a link was cut short on its way.</p>
        <ul className="order-help">
          <li>
            Open it from the e-mail once more, or copy it whole: after <code>/order/</code> come 43 letters,
            digits, hyphens or underscores.
          </li>
          <li>An order that was erased at its customer’s wish has no page any more.</li>
          <li>
            Have your evidence at hand? It is checked <a href="/verify">without this page</a>, and without us.
          </li>
          <li>
            Nothing helps? Write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a> from the
            address you ordered with. We reply within 48 hours on working days.
          </li>
        </ul>
        <SiteLink to="/" className={button.secondary}>
          Return to Home
        </SiteLink>
      </div>
      <div className={astray.plates} aria-hidden>
        <RegistrationMark className={astray.plate} filledQuarters={0} />
        <RegistrationMark className={astray.plate} filledQuarters={0} />
      </div>
    </div>
  )
}

/** While an order cannot be read: it is there, and so is what is recorded of it. */
function FailedOrder() {
  const { pathname } = useLocation()
  return (
    <div className={`${page.page} order-none`}>
      <div>
        <h1 className={page.title}>Your order cannot be shown just now</h1>
        <p className={page.intro}>
          We could not read it. Nothing of it is lost: what is recorded stands on the blockchain and not here.
          Please try again in a few minutes.
        </p>
        <p className="order-again">
          <a href={pathname} className={button.primary}>
            Try again
          </a>
        </p>
      </div>
    </div>
  )
}
