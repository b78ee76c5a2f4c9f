import type { Order } from '@priormark/core/orders/order'
import { actionObstacle } from '@priormark/core/orders/order-rules'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { actionLabel } from '../../orders/order-actions.ts'
import { orderKey, useDownloadOrder } from '../../orders/order-queries.ts'
import { orderPath } from '../../orders/order-rows.ts'
import { openPrompt, resendPrompt, type OrderPrompt } from '../../orders/orders-view.ts'
import type { PaletteEntry } from './palette-entries.ts'

const orderScreen = /^\/admin\/orders\/([^/]+)$/

/** The order on whose screen the palette was opened; null on any other screen. */
export function useCurrentOrder(): Order | null {
  const id = orderScreen.exec(useLocation().pathname)?.[1] ?? ''
  return useQuery<Order>({ queryKey: orderKey(id), enabled: false }).data ?? null
}

const refundable: readonly Order['paymentState'][] = ['paid', 'partially_refunded', 'mismatch']

/** Returns a function that lists the actions that an order allows now. All except the file's download open the order's screen. */
export function useOrderEntries(): (order: Order, group: PaletteEntry['group']) => PaletteEntry[] {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const download = useDownloadOrder()

  return (order, group) => {
    const entry = (label: string, keywords: string, run: () => void): PaletteEntry => ({
      id: `${label.replaceAll(' ', '-')}-${order.id}`,
      group,
      label,
      keywords,
      run,
    })
    const promptEntry = (label: string, keywords: string, prompt: OrderPrompt) =>
      entry(label, keywords, () => {
        openPrompt(order.id, prompt)
        const [path = ''] = orderPath(order).split('?', 1)
        // The emails are in the progress of the order.
        if (prompt.startsWith('resend')) void navigate(`${path}?tab=progress`, { replace: path === pathname })
        else if (path !== pathname) void navigate(orderPath(order))
      })
    const resend = (kind: 'confirmation' | 'fulfillment') =>
      promptEntry(`Send the ${kind} email again`, 'resend mail', resendPrompt({ kind, refund: null }))
    const hasCustomer = order.email !== ''
    return [
      ...(refundable.includes(order.paymentState)
        ? [promptEntry('Refund', 'return money payment', 'refund')]
        : []),
      promptEntry('Add a note', 'internal comment', 'note'),
      ...(actionObstacle(order, 'add-link') === null
        ? [promptEntry(actionLabel['add-link'], 'complete record transaction', 'add-link')]
        : []),
      ...(hasCustomer && order.confirmationEmailSent ? [resend('confirmation')] : []),
      ...(hasCustomer && order.fulfillmentEmailSent ? [resend('fulfillment')] : []),
      ...(actionObstacle(order, 'download') === null
        ? [entry(actionLabel.download, 'open file', () => download.mutate(order))]
        : []),
      ...(hasCustomer ? [promptEntry('Export customer data', 'privacy gdpr', 'export')] : []),
    ]
  }
}
