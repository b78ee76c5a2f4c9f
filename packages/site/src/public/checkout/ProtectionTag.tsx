import type { ProofMark } from '@priormark/core/proofs/anchors/proof-mark'
import { MarkedWord } from '../work/MarkedWord.tsx'
import { StatusTag } from '../work/StatusTag.tsx'
import styles from '../work/work.module.css'

/** VERIFIED, RECORDED, TEST or AT RISK. Separate from StatusTag, because pages without an order show no others. */
export function ProtectionTag({ status }: { status: ProofMark }) {
  if (status === 'recorded')
    return <MarkedWord className={styles.tag} status={status} word="RECORDED" mark="M3 8h10" />
  if (status !== 'test') return <StatusTag status={status} />
  return <MarkedWord className={styles.tag} status={status} word="TEST" mark="M3 8h10" />
}
