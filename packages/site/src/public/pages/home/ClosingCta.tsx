import { Seal } from '../../../ui/Seal.tsx'
import button from '../../platform/layout/button.module.css'
import { usePrice } from '../../orders/use-price.ts'
import styles from './ClosingCta.module.css'
import { sampleSha256 } from './sample-work.ts'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'

/** The call to action at the end of the page. */
export function ClosingCta() {
  const price = usePrice()
  return (
    <section className={styles.call} aria-labelledby="closing-title">
      <Seal sha256={sampleSha256} className={styles.seal} />
      <div className={styles.words}>
        <h2 id="closing-title">Put a date on it before you send it.</h2>
        <p>One file, one form, {price}. Then show it to anyone you like.</p>
        <p>
          <SiteLink to="/#protect-now" className={button.primary}>
            Protect your idea
          </SiteLink>
        </p>
      </div>
    </section>
  )
}
