import type { Order } from '@priormark/core/orders/order'
import { RecordCode, useRecordCode } from '../proofs/recording/index.ts'
import { LinkDialog } from '../platform/ui/LinkDialog.tsx'
import { LinkConsequences, StopConfirmation } from './LinkParts.tsx'
import { actionLabel } from './order-actions.ts'
import { useSaveLink } from './use-save-link.ts'

interface OrderLinkDialogProps {
  /** The order that gets a link, or null while the dialog is closed. */
  order: Order | null
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed?: () => void
}

/** Asks for an order's blockchain link. */
export function OrderLinkDialog({ order, onClose, onClosed }: OrderLinkDialogProps) {
  const form = useSaveLink(order?.id ?? '', 'Could not update the order')
  const { link, newerLink } = form
  const code = useRecordCode(order?.id ?? null)

  function close() {
    form.clear()
    form.setConfirmed(false)
    onClose()
  }

  function saveTypedLink(linkedOrder: Order) {
    // An empty field is ignored.
    if (link.trim() === '') close()
    else form.save(linkedOrder, (isSaved) => isSaved && close())
  }

  return (
    <LinkDialog
      title={actionLabel['add-link']}
      isOpen={order !== null}
      label="Blockchain link"
      hint="The block explorer page that shows the transaction."
      link={link}
      error={form.error}
      isLoading={code.isLoading}
      isSaving={form.isSaving}
      onChange={form.setLink}
      onSave={() => order !== null && saveTypedLink(order)}
      onClose={close}
      onClosed={onClosed}
    >
      {order !== null && (
        <>
          {newerLink === undefined && (
            <p>
              This completes “<bdi>{order.projectName}</bdi>” by{' '}
              <bdi>{`${order.firstName} ${order.lastName}`}</bdi>.
            </p>
          )}
          <LinkConsequences order={order} newerLink={newerLink} />
          <StopConfirmation order={order} isConfirmed={form.isConfirmed} onChange={form.setConfirmed}>
            <RecordCode orderId={order.id} />
          </StopConfirmation>
        </>
      )}
    </LinkDialog>
  )
}
