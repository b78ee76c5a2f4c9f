import { useEffect } from 'react'
import { keepDraft } from '../order-form/draft-store.ts'
import { OrderDetails } from '../order-form/OrderDetails.tsx'
import form from '../order-form/OrderForm.module.css'
import { UploadArea } from '../upload/UploadArea.tsx'
import { blogOrderRules } from './blog-order-rules.ts'

/** The order at the end of a post: all of it in sight from the beginning. */
export function ProtectionForm() {
  useEffect(() => void keepDraft(), [])
  return (
    <div className={form.order}>
      <UploadArea />
      <OrderDetails rules={blogOrderRules} />
    </div>
  )
}
