import { Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../platform/ui/dialogs.tsx'
import { Field } from '../../platform/ui/Field.tsx'

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
      <Field
        label="Text of the footnote"
        hint={note === '' ? undefined : 'Without a text, the footnote is removed.'}
      >
        {(inputProps) => (
          <Input {...inputProps} value={text} onChange={({ target }) => setTyped(target.value)} />
        )}
      </Field>
    </FormDialog>
  )
}
