import { messageOf } from '@priormark/core/platform/http/api-error'
import { paymentEndpoints } from '@priormark/core/orders/payments/endpoints'
import { startRequestText, startRequestVersion } from '@priormark/core/settings/policy/start-request'
import { useState } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { client } from '../../platform/api.ts'
import button from '../../platform/layout/button.module.css'
import { useShownOrder } from './shown-order.ts'

/** Lets the customer ask for an immediate start after paying. Shown until recording starts. */
export function StartNow() {
  const { orderKey, order, check } = useShownOrder()
  const [isSending, setSending] = useState(false)

  async function start() {
    if (isSending) return
    setSending(true)
    try {
      await client.call(paymentEndpoints.requestStart, {
        body: { orderId: order.orderId, version: startRequestVersion, key: orderKey },
      })
      await check()
    } catch (failure) {
      toast({
        title: 'We couldn’t start yet',
        description: messageOf(failure, 'Please try again in a moment.'),
        variant: 'destructive',
      })
    } finally {
      setSending(false)
    }
  }

  return (
    <section className="order-start" aria-labelledby="order-start">
      <h2 id="order-start">Don’t want to wait?</h2>
      <p id="order-start-text">{startRequestText}</p>
      <button
        type="button"
        className={button.primary}
        disabled={isSending}
        aria-describedby="order-start-text"
        onClick={() => void start()}
      >
        {isSending ? 'Starting...' : 'Start right away'}
      </button>
    </section>
  )
}
