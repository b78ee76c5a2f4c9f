import { publicText } from '@priormark/core/settings/policy/publicity-texts'
import { linkText } from '@priormark/core/settings/policy/recording-texts'
import { usePage } from '../../platform/page-state.ts'
import { OrderForm } from '../../orders/order-form/OrderForm.tsx'
import { usePrice } from '../../orders/use-price.ts'
import { CropMarks } from '../../platform/marks/CropMarks.tsx'
import styles from './ProtectNow.module.css'
import section from './section.module.css'

/** The order form, and what happens to the file. */
export function ProtectNow() {
  const price = usePrice()
  const { policy } = usePage()
  return (
    <section id="protect-now" tabIndex={-1} className={section.section} aria-labelledby="protect-title">
      <div className={styles.row}>
        <div className={styles.side}>
          <h2 id="protect-title" className={section.title}>
            Protect Your Work Now
          </h2>
          <p className={styles.price}>
            {price} <span>paid once</span>
          </p>
          <ul className={styles.facts}>
            <li>{publicText}</li>
            <li>Keep the original file. You’ll need it to prove the match.</li>
            <li>{linkText(policy)}</li>
          </ul>
        </div>
        <CropMarks className={styles.sheet}>
          <OrderForm />
        </CropMarks>
      </div>
    </section>
  )
}
