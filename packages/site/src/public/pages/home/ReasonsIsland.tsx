import { Seal } from '../../../ui/Seal.tsx'
import { usePrice } from '../../orders/use-price.ts'
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
      <WhyItWorks />
      <WorkTypes />
      <Reviews />
      <Faq />
      <ClosingCta />
    </>
  )
}

const workTypes = [
  { name: 'Logos and Marketing', examples: 'Marks, campaigns, packaging, slogans' },
  { name: 'Dramatic Works', examples: 'Screenplays, stage plays, choreography' },
  { name: 'Music', examples: 'Songs, stems, lyrics, scores' },
  { name: 'Literature', examples: 'Novels, poems, articles, outlines' },
  { name: 'Education and Training', examples: 'Courses, workbooks, lesson plans' },
  { name: 'Software', examples: 'Source code, game builds, design documents' },
  { name: 'Art Work', examples: 'Illustration, photography, 3D, animation' },
]

/** The kinds of works that can be protected. */
function WorkTypes() {
  return (
    <section className={section.section} aria-labelledby="workTypes-title">
      <div className={styles.workTypesRow}>
        <div>
          <h2 id="workTypes-title" className={section.title}>
            What Can Be Protected
          </h2>
          <p className={section.intro}>
            If it fits in a file, it has a fingerprint. Several files? Drop them in together, and we’ll put
            them in one ZIP, right in your browser. Keep that ZIP.
          </p>
        </div>
        <ul className={styles.workTypes}>
          {workTypes.map(({ name, examples }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{examples}</p>
            </li>
          ))}
        </ul>
      </div>
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
          Frequently Asked Questions
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

/** Reviews by customers, and nothing without any. Samples have a rating. */
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
            <span>4.5 out of 5</span>
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

const proven = [
  'This exact file existed no later than the time it was recorded.',
  'Not a single byte has changed since.',
  'Nobody can move the date: not you, not us, not anyone.',
  'Anyone can check it without asking us.',
]

const notProven = [
  'Who made the file. Your drafts and session files are the evidence for that.',
  'That nobody else had the idea first.',
  'A registered right. It does not replace formal copyright registration.',
]

/** What is proven and what is not. */
function WhyItWorks() {
  return (
    <section id="why-it-works" tabIndex={-1} className={section.section} aria-labelledby="why-title">
      <h2 id="why-title" className={section.title}>
        Why This Works
      </h2>
      <div className={styles.whyRow}>
        <div className={styles.reason}>
          <p>
            A dispute about a creative work is often a dispute about <em>when</em>. An email can be edited, a
            file date can be changed, an envelope can be steamed open.
          </p>
          <p>
            A blockchain is a public record kept in thousands of places at once, where data can only be added.
            We record a code there that is computed from the fingerprint of your work. From then on, anyone
            with your file and its proof can compute that code again and find it there, with its date.
          </p>
        </div>
        <div className={styles.ledger}>
          <h3>What it proves</h3>
          <ul>
            {proven.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        <div className={styles.ledger}>
          <h3>What it doesn’t</h3>
          <ul className={styles.notProven}>
            {notProven.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
