import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import styles from './StepsIsland.module.css'

const steps = ['Upload', 'Pay Once', 'Protect Forever', 'Verify']

/** Four steps on one line, each with one more quarter of the registration mark filled. Works without a script. */
export function Steps() {
  return (
    <section id="how-it-works" tabIndex={-1} className={`wide ${styles.line}`} aria-labelledby="how-title">
      <h2 id="how-title">How It Works</h2>
      <ol className={styles.steps}>
        {steps.map((name, position) => (
          <li key={name}>
            <RegistrationMark filledQuarters={position + 1} className={styles.mark} />
            {name === 'Verify' ? <a href="/verify">{name}</a> : name}
          </li>
        ))}
      </ol>
    </section>
  )
}
