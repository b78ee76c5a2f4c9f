import { MarkedWord } from '../work/MarkedWord.tsx'
import { StatusTag } from '../work/StatusTag.tsx'
import styles from '../work/work.module.css'

/** The protection status of a work; `test`: recorded on a private test chain, which proves nothing to others. */
export type ProtectionStatus = 'verified' | 'test' | 'at-risk'

/** VERIFIED, TEST or AT RISK. Separate from StatusTag, because pages without an order never show TEST. */
export function ProtectionTag({ status }: { status: ProtectionStatus }) {
  if (status !== 'test') return <StatusTag status={status} />
  return <MarkedWord className={styles.tag} status={status} word="TEST" mark="M3 8h10" />
}
