import { ApiError, sentenceOf } from '@priormark/core/http/api-error'
import { BlockchainLink } from '@priormark/core/anchors/blockchain-link'
import type { Order } from '@priormark/core/orders/order'
import { useState } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { formErrors } from '../ui/form-errors.ts'
import { useChangeOrder } from './order-queries.ts'
import { setTypedLink } from './orders-view.ts'

/**
 * Saves an order's blockchain link, which completes the order. A rejected link stays in the field with its error. An order
 * that was refunded or is disputed must be confirmed.
 */
export function useSaveLink(failure: string) {
  const change = useChangeOrder()
  const [error, setError] = useState<string>()
  const [isConfirmed, setConfirmed] = useState(false)

  /** Whether a link is valid; if not, its error is shown. */
  function check(link: string): boolean {
    const found = formErrors(BlockchainLink, link)['']?.[0]
    setError(found)
    return found === undefined
  }

  function save({ id }: Order, link: string, onSettled: (isSaved: boolean) => void) {
    if (!check(link)) return
    change.mutate(
      {
        id,
        change: {
          blockchainLink: link.trim(),
          status: 'completed',
          ...(isConfirmed ? { withoutPayment: true } : {}),
        },
      },
      {
        onSuccess: () => {
          setTypedLink(id, undefined)
          toast({ title: 'Blockchain link saved', description: 'The order is completed' })
          onSettled(true)
        },
        onError: (error) => {
          const atField = error instanceof ApiError ? error.fields['blockchainLink']?.[0] : undefined
          setError(atField ?? sentenceOf(error, failure))
          toast({ title: 'Update failed', description: failure, variant: 'destructive' })
          onSettled(false)
        },
      },
    )
  }

  return {
    check,
    save,
    error,
    clearError: () => setError(undefined),
    isSaving: change.isPending,
    isConfirmed,
    setConfirmed,
  }
}
