import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import button from '../layout/button.module.css'
import page from '../layout/page.module.css'
import styles from './NotFoundPage.module.css'
import { SiteLink } from '../layout/SiteLink.tsx'

/** The page for unknown addresses, with two misaligned marks. */
export function NotFoundPage() {
  return (
    <div className={`${page.page} ${styles.row}`}>
      <div>
        <h1 className={page.title}>404 Page Not Found</h1>
        <p className={page.intro}>
          If you followed a link, it may be old or incomplete. Go to the home page: your orders and uploads
          are not affected.
        </p>
        <p className={styles.back}>
          <SiteLink to="/" className={button.primary}>
            Return to Home
          </SiteLink>
        </p>
        <p className={styles.hint}>
          <code>Did you forget to add the page to the router?</code>
        </p>
      </div>
      <div className={styles.plates} aria-hidden>
        <RegistrationMark className={styles.plate} filledQuarters={0} />
        <RegistrationMark className={styles.plate} filledQuarters={0} />
      </div>
    </div>
  )
}
