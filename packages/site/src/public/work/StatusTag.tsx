import styles from './work.module.css'

/** VERIFIED or AT RISK: always the word and a mark, never colour alone. */
export function StatusTag({ status }: { status: 'verified' | 'at-risk' }) {
  const isVerified = status === 'verified'
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
        <path d={isVerified ? 'M2.5 8.5l3.5 3.5 7.5-8' : 'M8 2.5v7M8 12v2'} />
      </svg>
      {isVerified ? 'VERIFIED' : 'AT RISK'}
    </span>
  )
}
