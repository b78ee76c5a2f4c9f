import { chainText } from '@priormark/core/settings/policy/publicity-texts'
import { timeText } from '@priormark/core/settings/policy/recording-texts'
import { OrderForm } from '../../orders/order-form/OrderForm.tsx'
import { Island, usePage, usePrice } from '../../../rendering/page/page-context.tsx'
import button from '../../platform/layout/button.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import { CropMarks } from '../../platform/marks/work-marks.tsx'
import styles from './HomePage.module.css'
import section from './section.module.css'
import { WorkCard } from './WorkCard.tsx'

/** The landing page: interactive parts between static sections. */
export function HomePage() {
  return (
    <>
      <Hero />
      <Island id="steps" />
      <ProtectNow />
      <Island id="reasons" />
    </>
  )
}

/** The headline, and a card that demonstrates a fingerprint. */
function Hero() {
  const price = usePrice()
  const { policy } = usePage()
  return (
    <section className={styles.hero} data-ink>
      <svg className={styles.backdrop} viewBox="0 0 200 200" fill="none" stroke="currentColor" aria-hidden>
        <circle cx="100" cy="100" r="62" />
        <circle cx="100" cy="100" r="30" />
        <path d="M100 0v200M0 100h200" />
      </svg>
      <div className={`wide ${styles.heroRow}`}>
        <div className={styles.promise}>
          <h1>Secure your ideas on the blockchain in minutes</h1>
          <p className={styles.lede}>
            A song, a game, a manuscript, a logo. We seal its fingerprint into {chainText(policy)}, and you
            get proof of its date.
          </p>
          <p className={styles.actions}>
            <SiteLink to="/#protect-now" className={button.primary}>
              Protect your idea
            </SiteLink>
            <span className={styles.terms}>
              <b>{price}</b>, paid once, no account. {timeText(policy)}
            </span>
          </p>
        </div>
        <WorkCard />
      </div>
    </section>
  )
}

/** The order form. */
function ProtectNow() {
  return (
    <section id="protect-now" tabIndex={-1} className={section.section} aria-labelledby="protect-title">
      <div className={styles.protectRow}>
        <h2 id="protect-title" className={section.title}>
          Protect Your Work Now
        </h2>
        <CropMarks className={styles.sheet}>
          <OrderForm />
        </CropMarks>
      </div>
    </section>
  )
}
