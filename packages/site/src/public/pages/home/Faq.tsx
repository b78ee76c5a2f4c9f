import { useContent } from '../../platform/content.ts'
import styles from './Faq.module.css'
import section from './section.module.css'

/** Expandable questions that work without a script. */
export function Faq() {
  const { faq } = useContent('home')
  return (
    <section className={section.section} aria-labelledby="faq-title">
      <div className={styles.row}>
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
