import styles from './WorkTypes.module.css'
import section from './section.module.css'

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
export function WorkTypes() {
  return (
    <section className={section.section} aria-labelledby="workTypes-title">
      <div className={styles.row}>
        <div className={styles.side}>
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
