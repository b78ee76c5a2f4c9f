import type { AnchorView } from '@priormark/core/proofs/anchors/endpoints'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { BlockchainLink } from '@priormark/core/proofs/anchors/blockchain-link'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { useTypedState } from '../../platform/session/typed-values.ts'
import { LinkDialog } from '../../platform/ui/LinkDialog.tsx'
import { useRefreshOrders } from './anchor-queries.ts'

interface DeclareLinkDialogProps {
  /** The anchor that gets a link, or null while the dialog is closed. */
  anchor: AnchorView | null
  onClose: () => void
}

/**
 * Asks for the link of a batch that was recorded manually. A rejected link stays in the field with its error. The typed link is kept
 * until it is saved.
 */
export function DeclareLinkDialog({ anchor, onClose }: DeclareLinkDialogProps) {
  const [typedLink, setTypedLink] = useTypedState<string>(`link of batch ${anchor?.id}`, { isKept: true })
  const [error, setError] = useState<string>()
  const link = typedLink ?? anchor?.link ?? ''
  const { api } = useAdmin()
  const declare = useMutation({
    mutationFn: (id: string) => api.anchors.declareLink({ params: { id }, body: { link: link.trim() } }),
    onSettled: useRefreshOrders(),
  })

  function close() {
    setError(undefined)
    onClose()
  }

  function save({ id }: AnchorView) {
    const message = formErrors(BlockchainLink, link)['']?.[0]
    setError(message)
    if (message !== undefined) return
    declare.mutate(id, {
      onSuccess: () => {
        setTypedLink(null)
        toast({ title: 'Link saved', description: 'The orders in this batch are completed' })
        close()
      },
      onError: (error) => {
        const fieldError = error instanceof ApiError ? error.fields['link']?.[0] : undefined
        setError(fieldError ?? messageOf(error, 'The link could not be saved'))
      },
    })
  }

  return (
    <LinkDialog
      title="Add the blockchain link"
      isOpen={anchor !== null}
      label="Link to the transaction"
      hint="The block explorer page that shows it."
      link={link}
      error={error}
      isSaving={declare.isPending}
      onChange={(newLink) => {
        setTypedLink(newLink)
        setError(undefined)
      }}
      onSave={() => anchor !== null && save(anchor)}
      onClose={close}
    >
      {anchor !== null && (
        <>
          <p>
            Record this 64-character code, the root of the batch, on a blockchain, then paste the link to the
            transaction. This completes{' '}
            {anchor.leafCount === 1 ? 'the order' : `all ${anchor.leafCount} orders`} in this batch and emails{' '}
            {anchor.leafCount === 1 ? 'the customer' : 'the customers'} now, except where the money was
            refunded or is disputed, or the fulfillment is marked as sent.
            {anchor.isChainPending &&
              ' The evidence follows in another email once the blockchain record is final.'}
          </p>
          <p className="admin-code">{anchor.root}</p>
        </>
      )}
    </LinkDialog>
  )
}
