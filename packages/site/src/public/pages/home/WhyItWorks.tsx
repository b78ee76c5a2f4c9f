import section from './section.module.css'
import styles from './WhyItWorks.module.css'

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
export function WhyItWorks() {
  return (
    <section id="why-it-works" tabIndex={-1} className={section.section} aria-labelledby="why-title">
      <h2 id="why-title" className={section.title}>
        Why This Works
      </h2>
      <div className={styles.row}>
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
          <ul className={styles.proven}>
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
