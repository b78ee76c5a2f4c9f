import { lacksTransactionNumber } from '@priormark/core/proofs/anchors/blockchain-link'
import { useState, type ReactNode } from 'react'
import { FormDialog } from './dialogs.tsx'
import { LinkWarning } from './links.tsx'
import { TextField } from './TextField.tsx'

interface LinkDialogProps {
  title: string
  isOpen: boolean
  /** Says above the field what the link is for. */
  children: ReactNode
  label: string
  hint: string
  link: string
  error: string | undefined
  /** Whether `children` are still loading (see ConfirmDialog). */
  isLoading?: boolean
  isSaving: boolean
  onChange: (link: string) => void
  onSave: () => void
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed?: (() => void) | undefined
}

/** Asks for the link to a blockchain transaction, and asks again if it contains no transaction number. */
export function LinkDialog(props: LinkDialogProps) {
  const { children, label, hint, link, error, isSaving, onChange, onSave, ...dialog } = props
  const [linkToConfirm, setLinkToConfirm] = useState<string>()
  const isConfirming = linkToConfirm === link && lacksTransactionNumber(link)

  function submit() {
    if (lacksTransactionNumber(link) && !isConfirming) setLinkToConfirm(link)
    else onSave()
  }

  return (
    <FormDialog
      {...dialog}
      width={560}
      submitLabel={isConfirming ? 'Save it anyway' : 'Save link'}
      isBusy={isSaving}
      onSubmit={submit}
    >
      {children}
      <TextField
        label={label}
        error={error}
        hint={hint}
        type="url"
        placeholder="https://"
        autoComplete="off"
        value={link}
        onChange={onChange}
      />
      {isConfirming && <LinkWarning link={link} />}
    </FormDialog>
  )
}
