import { MarkedWord } from '../work/MarkedWord.tsx'
import { StatusTag } from '../work/StatusTag.tsx'
import styles from '../work/work.module.css'

/**
 * The protection status of a work; `recorded`: at a link that only the operator declares; `test`: on a test chain, which
 * proves nothing to others.
 */
export type ProtectionStatus = 'verified' | 'recorded' | 'test' | 'at-risk'

/** VERIFIED, RECORDED, TEST or AT RISK. Separate from StatusTag, because pages without an order show no others. */
export function ProtectionTag({ status }: { status: ProtectionStatus }) {
  if (status === 'recorded')
    return <MarkedWord className={styles.tag} status={status} word="RECORDED" mark="M3 8h10" />
  if (status !== 'test') return <StatusTag status={status} />
  return <MarkedWord className={styles.tag} status={status} word="TEST" mark="M3 8h10" />
}
