import type { Order } from '@priormark/core/orders/order'
import { LinkQuestion } from '../shell/LinkQuestion.tsx'
import { actionLabel } from './order-actions.ts'
import { draftLink, useOrdersDesk } from './orders-desk.ts'
import { useSaveLink } from './use-save-link.ts'

interface LinkDialogProps {
  /** The order that gets a link; null shows nothing. */
  order: Order | null
  onClose: () => void
  /** It is gone from the screen: the time to put the focus somewhere. */
  onClosed: () => void
}

/** Asks for an order's blockchain link. */
export function LinkDialog({ order, onClose, onClosed }: LinkDialogProps) {
  const { save, error, clearError, isSaving } = useSaveLink('Could not update the order')
  const link = useOrdersDesk((desk) => (order === null ? '' : (desk.linkDrafts[order.id] ?? '')))

  function close() {
    clearError()
    onClose()
  }

  function saveTyped(shown: Order) {
    // An empty entry is ignored (SPEC.md section 2).
    if (link.trim() === '') close()
    else save(shown, link, close)
  }

  return (
    <LinkQuestion
      title={actionLabel['add-link']}
      isOpen={order !== null}
      label="Blockchain link"
      hint="The page of a block explorer that shows the entry."
      link={link}
      error={error}
      isSaving={isSaving}
      onChange={(typed) => {
        if (order !== null) draftLink(order.id, typed)
        clearError()
      }}
      onSave={() => order !== null && saveTyped(order)}
      onClose={close}
      onClosed={onClosed}
    >
      {order !== null && (
        <p>
          The link completes the order of {order.firstName} {order.lastName}, “{order.projectName}”.
        </p>
      )}
    </LinkQuestion>
  )
}
