import { RegistrationMark } from '../../../ui/RegistrationMark.tsx'
import { recordingText } from '@priormark/core/settings/policy/recording-texts'
import { usePage } from '../../../rendering/page/page-context.tsx'
import { usePrice } from '../../orders/use-price.ts'
import section from './section.module.css'
import styles from './StepsIsland.module.css'
import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { receivedTexts } from '@priormark/core/settings/policy/rule-texts'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleOrderKey, sampleProofId, verifySamplePath } from '@priormark/core/proofs/sample/sample-order'
import { badgePath, badgeSize } from '../../proofs/badge/badge-code.ts'
import button from '../../platform/layout/button.module.css'
import { CropMarks } from '../../platform/marks/work-marks.tsx'

/** The static sections before the form. Links and <details> work in them without a script. */
export function Steps() {
  return (
    <>
      <HowItWorks />
      <WhatYouReceive />
    </>
  )
}

/** Four steps, each with one more quarter of the registration mark filled. */
function HowItWorks() {
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

const filesPath = `/api/orders/${sampleOrderKey}`

/** What a customer gets, by the sample order. */
function WhatYouReceive() {
  return (
    <section className={section.section} aria-labelledby="receive-title">
      <h2 id="receive-title" className={section.title}>
        What you receive
      </h2>
      <p className={section.intro}>
        Here’s a sample to open and check. It’s recorded on a test chain, so it proves no date.
      </p>
      <div className={styles.row}>
        <a href={`${filesPath}/certificate.pdf`} className={styles.certificate}>
          <CropMarks>
            <img
              src={sampleEndpoints.certificate.path}
              width="595"
              height="842"
              alt="The certificate of the sample order (PDF)"
              loading="lazy"
            />
          </CropMarks>
        </a>
        <div>
          <ul className={styles.list}>
            {receivedTexts.map((text, position) => (
              <li key={text}>
                <p>{text}</p>
                {links[position]}
              </li>
            ))}
          </ul>
          <p className={styles.actions}>
            <a href={orderPagePath(sampleOrderKey)} className={button.secondary}>
              Open the sample order
            </a>
            <a href={verifySamplePath} className={button.secondary}>
              Verify the sample
            </a>
          </p>
        </div>
      </div>
    </section>
  )
}

/** In the order of `receivedTexts`. */
const links = [
  <a key="certificate" href={`${filesPath}/certificate.pdf`} download>
    Sample certificate
  </a>,
  <a key="evidence" href={`${filesPath}/evidence.zip`} download>
    Sample evidence
  </a>,
  <span key="verifier">verify.html, in the evidence</span>,
  <img
    key="badge"
    src={badgePath(sampleProofId)}
    width={badgeSize.width}
    height={badgeSize.height}
    alt="The badge of the sample order"
    loading="lazy"
  />,
]
