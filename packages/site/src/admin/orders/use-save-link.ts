import { ApiError, sentenceOf } from '@priormark/core/http/api-error'
import { BlockchainLink } from '@priormark/core/anchors/blockchain-link'
import type { Order } from '@priormark/core/orders/order'
import { useState } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { formErrors } from '../ui/form-errors.ts'
import { useChangeOrder } from './order-queries.ts'
import { setTypedLink } from './orders-view.ts'

/** Saves an order's blockchain link, which completes the order. A rejected link stays in the field with its error. */
export function useSaveLink(failure: string) {
  const change = useChangeOrder()
  const [error, setError] = useState<string>()

  function save({ id }: Order, link: string, onSaved?: () => void) {
    const found = formErrors(BlockchainLink, link)['']?.[0]
    setError(found)
    if (found !== undefined) return
    change.mutate(
      { id, change: { blockchainLink: link.trim(), status: 'completed' } },
      {
        onSuccess: () => {
          setTypedLink(id, undefined)
          toast({ title: 'Blockchain link saved', description: 'The order is completed' })
          onSaved?.()
        },
        onError: (error) => {
          const atField = error instanceof ApiError ? error.fields['blockchainLink']?.[0] : undefined
          setError(atField ?? sentenceOf(error, failure))
          toast({ title: 'Update failed', description: failure, variant: 'destructive' })
        },
      },
    )
  }

  return { save, error, clearError: () => setError(undefined), isSaving: change.isPending }
}
