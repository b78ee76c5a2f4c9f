import { lazyDialog } from '../../../ui/lazy-load.ts'
import { ActionMenu } from '../../platform/ui/ActionMenu.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.ts'
import { useAsked } from '../orders-view.ts'
import { privacyRuleText, useExportCustomer } from './customer-queries.ts'

const EraseDialog = lazyDialog(async () => (await import('./EraseDialog.tsx')).EraseDialog, 'isOpen')

/** The menu of an order's screen, with export and erasure of its customer's data. */
export function PrivacyMenu({ orderId, email }: { orderId: string; email: string }) {
  const exporting = useExportCustomer(orderId)
  const exportAsked = useAsked(orderId, 'export')
  const eraseAsked = useAsked(orderId, 'erase')
  return (
    <>
      <ActionMenu
        label="More actions"
        text="More actions"
        actions={[
          { label: 'Export customer data', run: exportAsked.open },
          { label: 'Erase customer data', isDanger: true, run: eraseAsked.open },
        ]}
      />
      <ConfirmDialog
        isOpen={exportAsked.isAsked}
        title="Export this customer’s data?"
        confirmLabel="Export"
        isBusy={exporting.isPending}
        onConfirm={() => exporting.mutate(undefined, { onSuccess: exportAsked.close })}
        onClose={exportAsked.close}
      >
        <p>{privacyRuleText}</p>
      </ConfirmDialog>
      <EraseDialog orderId={orderId} email={email} isOpen={eraseAsked.isAsked} onClose={eraseAsked.close} />
    </>
  )
}
