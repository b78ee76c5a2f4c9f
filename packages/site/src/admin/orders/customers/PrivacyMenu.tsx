import { customerEndpoints } from '@priormark/core/orders/customers/endpoints'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { useDownload } from '../../platform/downloads/use-download.ts'
import { ActionMenu } from '../../platform/ui/ActionMenu.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.ts'
import { useOrderPrompt } from '../orders-view.ts'
import { privacyRuleText } from './customer-contact.ts'

const EraseDialog = lazyDialog(async () => (await import('./EraseDialog.tsx')).EraseDialog, 'isOpen')

/** The menu of an order's screen, which exports or erases the customer's data. */
export function PrivacyMenu({ orderId, email }: { orderId: string; email: string }) {
  const download = useDownload()
  const path = endpointPath(customerEndpoints.export, { params: { id: orderId } })
  const exportPrompt = useOrderPrompt(orderId, 'export')
  const erasePrompt = useOrderPrompt(orderId, 'erase')
  return (
    <>
      <ActionMenu
        label="More actions"
        text="More actions"
        actions={[
          { label: 'Export customer data', run: exportPrompt.open },
          { label: 'Erase customer data', isDanger: true, run: erasePrompt.open },
        ]}
      />
      <ConfirmDialog
        isOpen={exportPrompt.isOpen}
        title="Export this customer’s data?"
        confirmLabel="Export"
        isBusy={download.isPending}
        onConfirm={() =>
          download.mutate({ path, fileName: 'customer-data.zip' }, { onSuccess: exportPrompt.close })
        }
        onClose={exportPrompt.close}
      >
        <p>{privacyRuleText}</p>
      </ConfirmDialog>
      <EraseDialog orderId={orderId} email={email} isOpen={erasePrompt.isOpen} onClose={erasePrompt.close} />
    </>
  )
}
