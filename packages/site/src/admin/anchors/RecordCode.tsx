import { useRecordCode } from './anchor-queries.ts'
import styles from './AnchorCard.module.css'

/** What to record for one order alone. Nothing until it is paid. */
export function RecordCode({ orderId }: { orderId: string }) {
  const { data } = useRecordCode(orderId)
  if (data?.code == null) return null
  return (
    <>
      <p>
        To complete this order alone, record this 64-character code on a blockchain, then paste the link to
        the transaction. To complete a whole batch, go to Recording.
      </p>
      <p className={styles.root}>{data.code}</p>
    </>
  )
}
