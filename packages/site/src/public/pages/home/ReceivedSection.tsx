import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleOrderKey, sampleProofId, verifySamplePath } from '@priormark/core/proofs/sample/sample-order'
import { receivedTexts } from '@priormark/core/settings/policy/rule-texts'
import button from '../../platform/layout/button.module.css'
import { CropMarks } from '../../platform/marks/work-marks.tsx'
import { badgePath, badgeSize } from '../../proofs/badge/badge-code.ts'
import styles from './ReceivedSection.module.css'
import section from './section.module.css'

const filesPath = `/api/orders/${sampleOrderKey}`

/** What a customer gets, shown with the sample order. */
export function ReceivedSection() {
  return (
    <section className={section.section} aria-labelledby="receive-title">
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
          <h2 id="receive-title" className={section.title}>
            What you receive
          </h2>
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

/** What to show with each of `receivedTexts`, in the same order. */
const links = [
  <a key="certificate" href={`${filesPath}/certificate.pdf`} download>
    Sample certificate
  </a>,
  <a key="evidence" href={`${filesPath}/evidence.zip`} download>
    Sample evidence
  </a>,
  null,
  <img
    key="badge"
    src={badgePath(sampleProofId)}
    width={badgeSize.width}
    height={badgeSize.height}
    alt="The badge of the sample order"
    loading="lazy"
  />,
]
