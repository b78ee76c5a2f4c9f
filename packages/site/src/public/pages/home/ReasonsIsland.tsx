import { orderPagePath } from '@priormark/core/orders/order-page-view'
import { sampleEndpoints } from '@priormark/core/proofs/sample/endpoints'
import { sampleOrderKey, sampleProofId, verifySamplePath } from '@priormark/core/proofs/sample/sample-order'
import { receivedTexts } from '@priormark/core/settings/policy/rule-texts'
import { CropMarks } from '../../platform/marks/work-marks.tsx'
import { badgePath, badgeSize } from '../../proofs/badge/badge-code.ts'
import { Seal } from '../../../ui/Seal.tsx'
import { useContent, loadPart } from '../../../rendering/page/page-context.tsx'
import button from '../../platform/layout/button.module.css'
import { SiteLink } from '../../platform/layout/SiteLink.tsx'
import { sampleSha256 } from './WorkCard.tsx'
import styles from './ReasonsIsland.module.css'
import section from './section.module.css'
import type { Review } from '@priormark/core/settings/shop-texts'

/** Loads the static sections after the form. */
export const loadReasons = () => loadPart(Reasons, 'home', '/api/page-texts/home')

function Reasons() {
  return (
    <>
      <ReceivedSection />
      <WhyItWorks />
      <WorkTypes />
      <Reviews />
      <Faq />
      <ClosingCta />
    </>
  )
}

const filesPath = `/api/orders/${sampleOrderKey}`

/** What a customer gets, shown with the sample order. */
function ReceivedSection() {
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

/** `picture`: the name of a file in `static/works`; `columns`: its width in a grid of 12; `size`: in pixels. */
const workTypes = [
  { name: 'Logos and Marketing', picture: 'logos', columns: 5, size: [600, 360] },
  { name: 'Dramatic Works', picture: 'drama', columns: 7, size: [840, 360] },
  { name: 'Music', picture: 'music', columns: 12, size: [1240, 320] },
  { name: 'Literature', picture: 'literature', columns: 4, size: [460, 360] },
  { name: 'Education and Training', picture: 'education', columns: 4, size: [460, 360] },
  { name: 'Software', picture: 'software', columns: 4, size: [460, 360] },
  { name: 'Art Work', picture: 'art', columns: 12, size: [1240, 360] },
] as const

/** The kinds of works that can be protected, each with a picture. */
function WorkTypes() {
  return (
    <section className={styles.works} aria-labelledby="workTypes-title">
      <div className={styles.head}>
        <h2 id="workTypes-title" className={section.title}>
          What Can Be Protected
        </h2>
        <p>If it fits in a file, it has a fingerprint.</p>
      </div>
      <ul className={styles.workTypes}>
        {workTypes.map(({ name, picture, columns, size: [width, height] }) => (
          <li key={name} data-columns={columns}>
            <img src={`/works/${picture}.svg`} width={width} height={height} alt="" loading="lazy" />
            <h3>{name}</h3>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Expandable questions that work without a script. */
function Faq() {
  const { faq } = useContent('home')
  return (
    <section className={section.section} aria-labelledby="faq-title">
      <div className={styles.faqRow}>
        <h2 id="faq-title" className={section.title}>
          Frequently asked questions
        </h2>
        <div>
          {faq.map(({ question, answer }) => (
            <details key={question} className={styles.item}>
              <summary>
                {question}
                <svg
                  viewBox="0 0 20 20"
                  width="20"
                  height="20"
                  stroke="currentColor"
                  strokeWidth="2"
                  aria-hidden
                >
                  <path d="M2 10h16" />
                  <path d="M10 2v16" />
                </svg>
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

/** The call to action at the end of the page. */
function ClosingCta() {
  return (
    <section className={styles.call} data-ink aria-labelledby="closing-title">
      <Seal sha256={sampleSha256} className={styles.seal} />
      <div className={`wide ${styles.words}`}>
        <h2 id="closing-title">Put a date on it before you send it.</h2>
        <p>
          <SiteLink to="/#protect-now" className={button.primary}>
            Protect your idea
          </SiteLink>
        </p>
      </div>
    </section>
  )
}

/** The reviews of customers; nothing if there are none. Sample reviews come with a rating. */
function Reviews() {
  const { reviews, areSampleReviews } = useContent('home')
  if (reviews.length === 0) return null
  return (
    <section id="reviews" tabIndex={-1} className={section.section} aria-labelledby="reviews-title">
      <div className={styles.head}>
        <h2 id="reviews-title" className={section.title}>
          What creators say
        </h2>
        {areSampleReviews && (
          <p className={styles.rating}>
            <Stars />
            <span>4.5 out of 5 (sample reviews)</span>
          </p>
        )}
      </div>
      <ul className={styles.reviews}>
        {reviews.map((review) => (
          <li key={review.name} className={styles.review}>
            <blockquote>{review.testimonial}</blockquote>
            <p className={styles.person}>
              <Avatar review={review} />
              <span>
                <b>{review.name}</b>
                <br />
                {review.role}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The initials are behind the picture, and visible if it does not load. */
function Avatar({ review: { name, avatarUrl } }: { review: Review }) {
  const initials = name
    .split(' ')
    .map((part) => part.charAt(0))
    .join('')
  return (
    <span className={styles.initials} aria-hidden>
      {initials}
      {avatarUrl !== '' && <img src={avatarUrl} alt="" width="44" height="44" loading="lazy" />}
    </span>
  )
}

const star = 'M10 1.5l2.6 5.6 6 .7-4.5 4.1 1.2 6-5.3-3-5.3 3 1.2-6L1.4 7.8l6-.7Z'

/** Four and a half stars. Hidden from screen readers, because the text next to them says the same. */
function Stars() {
  return (
    <svg viewBox="0 0 104 20" width="104" height="20" aria-hidden>
      {[0, 21, 42, 63].map((x) => (
        <path key={x} d={star} transform={`translate(${x})`} fill="currentColor" />
      ))}
      <path d={star} transform="translate(84)" fill="none" stroke="currentColor" />
      <path d="M10 1.5v13.4l-5.3 3 1.2-6L1.4 7.8l6-.7Z" transform="translate(84)" fill="currentColor" />
    </svg>
  )
}

const provenFacts = [
  'This file existed, unchanged, no later than the time of its record.',
  'Anyone can check that without asking us.',
]

const limits = [
  'Who made it. Keep your drafts and session files for that.',
  'That no one else had the idea first.',
  'It does not replace formal copyright registration.',
]

function WhyItWorks() {
  return (
    <section id="why-it-works" tabIndex={-1} className={styles.why} data-ink aria-labelledby="why-title">
      <div className={`wide ${styles.whyRow}`}>
        <div className={styles.reason}>
          <h2 id="why-title">Why This Works</h2>
          <p>
            Most disputes about creative work are about when. Emails and file dates can be edited; a block
            can’t.
          </p>
        </div>
        <div>
          <h3>What it proves</h3>
          <ul>
            {provenFacts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>What it doesn’t</h3>
          <ul className={styles.notProven}>
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
