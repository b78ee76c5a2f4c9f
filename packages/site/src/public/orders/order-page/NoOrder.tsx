import { replyText } from '@priormark/core/settings/policy/rule-texts'
import { useLocation } from 'react-router-dom'
import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import button from '../../platform/layout/button.module.css'
import page from '../../platform/layout/page.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import styles from '../../platform/not-found/NotFoundPage.module.css'
import { usePage, usePageView } from '../../../rendering/page/page-context.tsx'

/** Shown instead of an order. */
export function NoOrder() {
  return usePageView('missing', 'failed').kind === 'missing' ? <MissingOrder /> : <FailedOrder />
}

/** For unknown links: possible causes, and what helps. */
function MissingOrder() {
  const { shop } = usePage()
  return (
    <div className={`${page.page} order-none`}>
      <div>
        <h1 className={page.title}>We can’t find this order</h1>
        <p className={page.intro}>The link may be incomplete.</p>
        <ul className="order-help">
          <li>
            Open it from the email again, or copy all of it: <code>/order/</code> is followed by 43 letters,
            digits, hyphens or underscores.
          </li>
          <li>
            Lost the email? <SiteLink to="/my-works">Get all your links again</SiteLink>.
          </li>
          <li>An order that was erased at the customer’s request no longer has a page.</li>
          <li>
            Do you have your evidence? You can <a href="/verify">check it without this page</a>, and without
            us.
          </li>
          <li>
            Still can’t find it? Write to <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a> from
            the address you ordered with. {replyText(shop)}
          </li>
        </ul>
        <SiteLink to="/" className={button.secondary}>
          Return to Home
        </SiteLink>
      </div>
      <div className={styles.plates} aria-hidden>
        <RegistrationMark className={styles.plate} filledQuarters={0} />
        <RegistrationMark className={styles.plate} filledQuarters={0} />
      </div>
    </div>
  )
}

/** Shown if the order cannot be read. */
function FailedOrder() {
  const { pathname } = useLocation()
  return (
    <div className={`${page.page} order-none`}>
      <div>
        <h1 className={page.title}>Your order can’t be shown right now</h1>
        <p className={page.intro}>
          We couldn’t load it. Nothing is lost: anything recorded is on the blockchain, not here. Please try
          again in a few minutes.
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
