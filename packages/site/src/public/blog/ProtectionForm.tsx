import { useEffect } from 'react'
import { persistDraft } from '../orders/order-form/draft-store.ts'
import { OrderDetails } from '../orders/order-form/OrderDetails.tsx'
import form from '../orders/order-form/OrderForm.module.css'
import type { OrderRules } from '../orders/order-form/send-order.ts'
import { UploadArea } from '../orders/upload/UploadArea.tsx'

/** The blog form has its own messages. */
const rules: OrderRules = {
  form: 'blog',

  failedTitle: 'Error',
  fallbackMessage: 'Failed to process your request',
  unexpectedMessage: 'Failed to process your request',
}

/** The order form at the end of a post. All fields are visible from the start. */
export function ProtectionForm() {
  useEffect(() => void persistDraft(), [])
  return (
    <div className={form.order}>
      <UploadArea />
      <OrderDetails rules={rules} />
    </div>
  )
}
