import type { Order } from '@priormark/core/orders/order'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '../../ui/lazy-load.ts'
import styles from './ProgressTab.module.css'
import type { RefundTarget } from './refund-targets.ts'

const RefundDialog = lazyDialog(
  async () => (await import('./RefundDialog.tsx')).RefundDialog,
  ({ isOpen }) => isOpen,
)

interface RefundButtonProps {
  label: string
  order: Order
  target: RefundTarget
  /** What is left to refund, in dollars; null if only the server knows. */
  refundable: number | null
  /** Why nothing can be refunded, as a sentence, or null. */
  obstacle: string | null
}

/** Opens the question how much to refund and why, or says why nothing can be. */
export function RefundButton({ label, order, target, refundable, obstacle }: RefundButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <p className={styles.line}>
        <Button disabled={obstacle !== null} onClick={() => setAsking(true)}>
          {label}
        </Button>
        {obstacle !== null && <span className="admin-soft">{obstacle}</span>}
      </p>
      <RefundDialog
        order={order}
        target={target}
        refundable={refundable}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
