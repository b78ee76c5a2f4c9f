import { lacksTransactionNumber } from '@priormark/core/proofs/anchors/blockchain-link'
import { useState, type ReactNode } from 'react'
import { FormDialog } from './dialogs.tsx'
import { LinkDoubt } from './links.tsx'
import { TextField } from './TextField.tsx'

interface LinkDialogProps {
  title: string
  isOpen: boolean
  /** What the link is for, above the field. */
  children: ReactNode
  label: string
  hint: string
  link: string
  error: string | undefined
  /** Whether what the link is for still loads (see ConfirmDialog). */
  isLoading?: boolean
  isSaving: boolean
  onChange: (link: string) => void
  onSave: () => void
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed?: (() => void) | undefined
}

/** Asks for the link to a blockchain transaction, and again if it has no transaction number. */
export function LinkDialog(props: LinkDialogProps) {
  const { children, label, hint, link, error, isSaving, onChange, onSave, ...dialog } = props
  const [doubted, setDoubted] = useState<string>()
  const isDoubted = doubted === link && lacksTransactionNumber(link)

  function submit() {
    if (lacksTransactionNumber(link) && !isDoubted) setDoubted(link)
    else onSave()
  }

  return (
    <FormDialog
      {...dialog}
      width={560}
      submitLabel={isDoubted ? 'Save it anyway' : 'Save link'}
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
      {isDoubted && <LinkDoubt link={link} />}
    </FormDialog>
  )
}
