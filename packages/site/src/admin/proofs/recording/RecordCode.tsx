import { useRecordCode } from './anchor-queries.ts'
import styles from './AnchorCard.module.css'

/** The code to record for a single order. Empty until it is paid. */
export function RecordCode({ orderId }: { orderId: string }) {
  const { data } = useRecordCode(orderId)
  if (data?.code == null) return null
  return (
    <>
      <p>
        To complete only this order, record this 64-character code on a blockchain, then paste the link to the
        transaction. To complete a whole batch, go to Recording.
      </p>
      <p className={styles.root}>{data.code}</p>
    </>
  )
}
