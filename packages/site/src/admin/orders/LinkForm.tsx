import type { Order } from '@priormark/core/orders/order'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../platform/ui/confirm-dialog.ts'
import { RecordCode } from '../proofs/recording/index.ts'
import { ExternalLink, LinkDoubt } from '../platform/ui/links.tsx'
import { TextField } from '../platform/ui/TextField.tsx'
import { LinkMails, WithoutPayment } from './LinkParts.tsx'
import { setTypedLink, useOrdersView } from './orders-view.ts'
import styles from './OrderScreen.module.css'
import { useSaveLink } from './use-save-link.ts'

/** The blockchain link of an order. Asks before saving, because that emails the customer. */
export function LinkForm({ order }: { order: Order }) {
  const { check, save, error, clearError, newerLink, clearNewerLink, isSaving, isConfirmed, setConfirmed } =
    useSaveLink('Failed to update order')
  const [isAsking, setAsking] = useState(false)
  const typed = useOrdersView((view) => view.typedLinks[order.id])
  const saved = order.blockchainLink
  // A saved link is shown once, above the field.
  const link = typed ?? ''
  const isUnchanged = link.trim() === '' || link.trim() === saved

  return (
    <form
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault()
        if (!isUnchanged && check(link)) setAsking(true)
      }}
    >
      {saved !== null && (
        <p className={styles.saved}>
          <ExternalLink link={saved} />
        </p>
      )}
      <WithoutPayment order={order} isConfirmed={isConfirmed} onChange={setConfirmed}>
        {saved === null && <RecordCode orderId={order.id} />}
      </WithoutPayment>
      <div className={styles.form}>
        <TextField
          label="Blockchain link"
          isLabelHidden
          error={error}
          type="url"
          placeholder={saved === null ? 'https://' : 'Another link, if this one is wrong'}
          autoComplete="off"
          value={link}
          onChange={(next) => {
            setTypedLink(order.id, next)
            clearError()
          }}
        />
        <Button htmlType="submit" disabled={isUnchanged}>
          Save
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={(newerLink ?? saved) === null ? 'Save the link and complete the order?' : 'Replace the link?'}
        confirmLabel="Save link"
        isBusy={isSaving}
        onConfirm={() => save(order, link, () => setAsking(false))}
        onClose={() => {
          setAsking(false)
          clearNewerLink()
        }}
      >
        <p className={styles.intent}>{link.trim()}</p>
        <LinkDoubt link={link} />
        <LinkMails order={order} newerLink={newerLink} />
      </ConfirmDialog>
    </form>
  )
}
