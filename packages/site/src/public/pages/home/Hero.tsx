import { usePrice } from '../../orders/use-price.ts'
import button from '../../platform/layout/button.module.css'
import styles from './Hero.module.css'
import { WorkCard } from './WorkCard.tsx'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'

/** The headline, and a card that demonstrates a fingerprint. */
export function Hero() {
  const price = usePrice()
  return (
    <section className={styles.hero} data-ink>
      <svg className={styles.backdrop} viewBox="0 0 200 200" fill="none" stroke="currentColor" aria-hidden>
        <circle cx="100" cy="100" r="62" />
        <circle cx="100" cy="100" r="30" />
        <path d="M100 0v200M0 100h200" />
      </svg>
      <div className={styles.row}>
        <div className={styles.promise}>
          <h1>Secure your ideas on the blockchain in minutes</h1>
          <p className={styles.lede}>
            A song, a game, a manuscript, a logo. We record its fingerprint on a public blockchain, so you can
            show it existed, unchanged, on a date nobody can move.
          </p>
          <p className={styles.actions}>
            <SiteLink to="/#protect-now" className={button.primary}>
              Protect your idea
            </SiteLink>
            <span className={styles.terms}>
              <b>{price}</b>, paid once. Under 5 minutes, no account.
            </span>
          </p>
        </div>
        <WorkCard />
      </div>
    </section>
  )
}
