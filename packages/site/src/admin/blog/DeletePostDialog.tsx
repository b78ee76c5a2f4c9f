import { ConfirmDialog } from '../platform/ui/dialogs.tsx'

interface DeletePostDialogProps {
  isOpen: boolean
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
  onClosed?: () => void
}

export function DeletePostDialog(props: DeletePostDialogProps) {
  return (
    <ConfirmDialog title="Are you sure?" confirmLabel="Delete" isDanger {...props}>
      <p>This will permanently delete this blog post. This action cannot be undone.</p>
    </ConfirmDialog>
  )
}
