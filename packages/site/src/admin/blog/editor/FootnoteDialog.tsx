import { useState } from 'react'
import { FormDialog } from '../../platform/ui/dialogs.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'

interface FootnoteDialogProps {
  /** The text to change, '' for a new footnote, or null while the dialog is closed. */
  note: string | null
  onSubmit: (note: string) => void
  onClose: () => void
}

/** Asks for the text of a footnote. */
export function FootnoteDialog({ note, onSubmit, onClose }: FootnoteDialogProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? note ?? ''
  return (
    <FormDialog
      title="Footnote"
      isOpen={note !== null}
      submitLabel="Save footnote"
      onSubmit={() => onSubmit(text.trim())}
      onClose={onClose}
      onClosed={() => setTyped(null)}
    >
      <TextField
        label="Text of the footnote"
        hint={note === '' ? undefined : 'Without a text, the footnote is removed.'}
        value={text}
        onChange={setTyped}
      />
    </FormDialog>
  )
}
