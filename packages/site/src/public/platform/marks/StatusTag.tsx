import { MarkedWord } from './MarkedWord.tsx'
import styles from './work.module.css'

/** VERIFIED or AT RISK. */
export function StatusTag({ status }: { status: 'verified' | 'at-risk' }) {
  const isVerified = status === 'verified'
  return (
    <MarkedWord
      className={styles.tag}
      status={status}
      word={isVerified ? 'VERIFIED' : 'AT RISK'}
      mark={isVerified ? 'M2.5 8.5l3.5 3.5 7.5-8' : 'M8 2.5v7M8 12v2'}
    />
  )
}
