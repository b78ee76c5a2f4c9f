import { Button, Dropdown } from 'antd'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.ts'
import { useAsked } from '../orders-view.ts'
import { useExportCustomer } from './customer-queries.ts'
import { privacyRuleText } from './privacy-rule.ts'

const EraseDialog = lazyDialog(
  async () => (await import('./EraseDialog.tsx')).EraseDialog,
  ({ isOpen }) => isOpen,
)

/** Moves the focus into the menu when it opens. */
const opensIntoMenu = { autoFocus: true }

/** The menu of an order's screen, with export and erasure of its customer's data. */
export function PrivacyMenu({ orderId, email }: { orderId: string; email: string }) {
  const exporting = useExportCustomer(orderId)
  const exportAsked = useAsked(orderId, 'export')
  const eraseAsked = useAsked(orderId, 'erase')
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        getPopupContainer={(trigger) => trigger.closest('main') ?? document.body}
        {...opensIntoMenu}
        destroyOnHidden
        menu={{
          items: [
            { key: 'export', label: 'Export customer data', onClick: exportAsked.open },
            { key: 'erase', label: 'Erase customer data', danger: true, onClick: eraseAsked.open },
          ],
        }}
      >
        <Button aria-haspopup="menu">More actions</Button>
      </Dropdown>
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
