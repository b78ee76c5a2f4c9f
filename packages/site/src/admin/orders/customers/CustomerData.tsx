import { Button } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import styles from '../OrderScreen.module.css'
import { useExportCustomer } from './customer-queries.ts'

const EraseDialog = lazyDialog(
  async () => (await import('./EraseDialog.tsx')).EraseDialog,
  ({ isOpen }) => isOpen,
)

/** Export and erasure of a customer's data, which customers may request by law. */
export function CustomerData({ orderId, email }: { orderId: string; email: string }) {
  const exporting = useExportCustomer(orderId)
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={styles.data} aria-labelledby="customer-data-title">
      <h2 id="customer-data-title">The customer’s data</h2>
      <p>
        This covers every order with this email address. First check that the request came from this address.
        You must respond within one month.
      </p>
      <div className="admin-line">
        <Button loading={exporting.isPending} onClick={() => exporting.mutate()}>
          Export customer data
        </Button>
        <Button danger onClick={() => setAsking(true)}>
          Erase customer data
        </Button>
      </div>
      <EraseDialog orderId={orderId} email={email} isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  )
}
