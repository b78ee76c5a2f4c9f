import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import { recordingText } from '@priormark/core/settings/policy/recording-texts'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { usePrice } from '../../orders/use-price.ts'
import styles from './HowItWorks.module.css'
import section from './section.module.css'

/** Four steps, each with one more quarter of the registration mark filled. */
export function HowItWorks() {
  const price = usePrice()
  const { policy } = usePage()
  const steps = [
    {
      name: 'Upload',
      text: 'Choose any type of file, up to 50MB. We compute its fingerprint and show it to you.',
    },
    {
      name: 'Pay Once',
      text: `${price} by card. No subscription, no account, no wallet, and nothing to renew.`,
    },
    {
      name: 'Protect Forever',
      text: recordingText(policy),
    },
    {
      name: 'Verify',
      text: (
        <>
          We email you a link. Anyone can <a href="/verify">check your file against its proof</a>, even if
          we’re no longer around.
        </>
      ),
    },
  ]
  return (
    <section id="how-it-works" tabIndex={-1} className={section.section} aria-labelledby="how-title">
      <h2 id="how-title" className={section.title}>
        How It Works
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ name, text }, position) => (
          <li key={name} className={styles.step}>
            <RegistrationMark filledQuarters={position + 1} className={styles.mark} />
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
