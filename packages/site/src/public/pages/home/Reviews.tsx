import styles from './Reviews.module.css'
import type { Review } from '@priormark/core/settings/shop-texts'
import { useContent } from '../../../rendering/page/page-context.tsx'
import section from './section.module.css'

/** Reviews by customers, and nothing without any. Samples have a rating. */
export function Reviews() {
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
