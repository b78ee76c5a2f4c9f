import styles from './work.module.css'

/** How a work is protected; `test`: it is recorded on a chain that proves nothing to others. */
export type ProtectionStatus = 'verified' | 'test' | 'at-risk'

const tags: Record<ProtectionStatus, { word: string; mark: string }> = {
  verified: { word: 'VERIFIED', mark: 'M2.5 8.5l3.5 3.5 7.5-8' },
  test: { word: 'TEST', mark: 'M2.5 8h11' },
  'at-risk': { word: 'AT RISK', mark: 'M8 2.5v7M8 12v2' },
}

/** VERIFIED, TEST or AT RISK: always the word and a mark, never colour alone. */
export function StatusTag({ status }: { status: ProtectionStatus }) {
  const { word, mark } = tags[status]
  return (
    <span className={styles.tag} data-status={status}>
      <svg
        viewBox="0 0 16 16"
        width="13"
        height="13"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        aria-hidden
      >
        <path d={mark} />
      </svg>
      {word}
    </span>
  )
}
