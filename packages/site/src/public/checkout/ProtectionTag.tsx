import { MarkedWord } from '../work/MarkedWord.tsx'
import { StatusTag } from '../work/StatusTag.tsx'
import styles from '../work/work.module.css'

/** How the work of an order is protected; `test`: it is recorded on a chain that proves nothing to others. */
export type ProtectionStatus = 'verified' | 'test' | 'at-risk'

/** VERIFIED, TEST or AT RISK. TEST stands here, since pages without an order never say it. */
export function ProtectionTag({ status }: { status: ProtectionStatus }) {
  if (status !== 'test') return <StatusTag status={status} />
  return <MarkedWord className={styles.tag} status={status} word="TEST" mark="M3 8h10" />
}
