import type { ProofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { MarkedWord } from '../../platform/marks/MarkedWord.tsx'
import { StatusTag } from '../../platform/marks/StatusTag.tsx'
import styles from '../../platform/marks/work.module.css'

/** VERIFIED, RECORDED, TEST or AT RISK. Separate from StatusTag, because pages without an order show no others. */
export function ProtectionTag({ status }: { status: ProofMark }) {
  if (status === 'recorded')
    return <MarkedWord className={styles.tag} status={status} word="RECORDED" mark="M3 8h10" />
  if (status !== 'test') return <StatusTag status={status} />
  return <MarkedWord className={styles.tag} status={status} word="TEST" mark="M3 8h10" />
}
