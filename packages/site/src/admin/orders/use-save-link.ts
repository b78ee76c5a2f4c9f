import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { BlockchainLink } from '@priormark/core/proofs/anchors/blockchain-link'
import { LinkChanged, type Order } from '@priormark/core/orders/order'
import { useState } from 'react'
import * as v from 'valibot'
import { toast, toastError } from '../../ui/toast-store.ts'
import { formErrors } from '../platform/ui/form-errors.ts'
import { useChangeOrder } from './order-queries.ts'
import { useTypedState } from '../platform/session/typed-values.ts'

/**
 * Saves an order's blockchain link, which completes the order. A rejected link stays in the field with its error. An order that was
 * refunded or is disputed must be confirmed. If someone else has saved a link meanwhile, that is shown before it is replaced. The
 * typed link is kept until it is saved.
 * @param failure the description of the toast if saving fails, and the field's error if the server gives none
 */
export function useSaveLink(orderId: string, failure: string) {
  const [typedLink, setTypedLink] = useTypedState<string>(`link of ${orderId}`, { isKept: true })
  const link = typedLink ?? ''
  const change = useChangeOrder()
  const [error, setError] = useState<string>()
  const [isConfirmed, setConfirmed] = useState(false)
  const [newerLink, setNewerLink] = useState<string>()

  /** Returns whether the link is valid. Otherwise shows its error. */
  function check(): boolean {
    const message = formErrors(BlockchainLink, link)['']?.[0]
    setError(message)
    return message === undefined
  }

  /** @param onSettled not called if there is a newer link, so that the dialog stays open */
  function save({ id, blockchainLink }: Order, onSettled: (isSaved: boolean) => void) {
    if (!check()) return
    change.mutate(
      {
        id,
        change: {
          blockchainLink: link.trim(),
          shownLink: newerLink ?? blockchainLink,
          status: 'completed',
          ...(isConfirmed ? { withoutPayment: true } : {}),
        },
      },
      {
        onSuccess: () => {
          setNewerLink(undefined)
          setTypedLink(null)
          toast({ title: 'Blockchain link saved', description: 'The order is completed' })
          onSettled(true)
        },
        onError: (error) => {
          if (error instanceof ApiError && v.is(LinkChanged, error.body))
            return setNewerLink(error.body.currentLink)
          const fieldError = error instanceof ApiError ? error.fields['blockchainLink']?.[0] : undefined
          setError(fieldError ?? messageOf(error, failure))
          toastError('Update failed', failure)
          onSettled(false)
        },
      },
    )
  }

  return {
    check,
    save,
    error,
    link,
    setLink(newLink: string) {
      setTypedLink(newLink)
      setError(undefined)
    },
    newerLink,
    /** Forgets what the last attempt to save said. */
    clear() {
      setError(undefined)
      setNewerLink(undefined)
    },
    isSaving: change.isPending,
    isConfirmed,
    setConfirmed,
  }
}
