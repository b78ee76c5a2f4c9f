import { useState } from 'react'
import { FormDialog } from '../../platform/ui/dialogs.tsx'
import { TextField, TextAreaField } from '../../platform/ui/TextField.tsx'
import { safeLink } from '@priormark/core/platform/image-address'
import type { Bookmark } from './rich/open-dialog.ts'

interface FootnoteDialogProps {
  /** The text to change, '' for a new footnote, or null while the dialog is closed. */
  note: string | null
  onSubmit: (note: string) => void
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed: () => void
}

/** Asks for the text of a footnote. */
export function FootnoteDialog({ note, onSubmit, onClose, onClosed }: FootnoteDialogProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? note ?? ''
  return (
    <FormDialog
      title="Footnote"
      isOpen={note !== null}
      submitLabel="Save footnote"
      onSubmit={() => onSubmit(text.trim())}
      onClose={onClose}
      onClosed={() => {
        setTyped(null)
        onClosed()
      }}
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

interface BookmarkDialogProps {
  /** The card to change or insert, or null while the dialog is closed. */
  bookmark: Bookmark | null
  onSubmit: (bookmark: Bookmark) => void
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed: () => void
}

/** Asks for the address, title and description of a bookmark card. */
export function BookmarkDialog({ bookmark, onSubmit, onClose, onClosed }: BookmarkDialogProps) {
  const [typed, setTyped] = useState<Partial<Bookmark>>({})
  const [isRejected, setRejected] = useState(false)
  const { href = '', title = '', text = '' } = { ...bookmark, ...typed }
  const link = safeLink(href.trim())
  const isValid = /^https?:/i.test(link)

  function submit() {
    if (!isValid) return setRejected(true)
    onSubmit({ href: link, title: title.trim() || new URL(link).hostname, text: text.trim() })
  }

  return (
    <FormDialog
      title="Bookmark card"
      isOpen={bookmark !== null}
      submitLabel="Save card"
      onSubmit={submit}
      onClose={onClose}
      onClosed={() => {
        setTyped({})
        setRejected(false)
        onClosed()
      }}
    >
      <TextField
        label="Address"
        error={isRejected && !isValid ? 'Enter an address that begins with https:// or http://' : undefined}
        inputMode="url"
        value={href}
        onChange={(next) => setTyped({ ...typed, href: next })}
      />
      <TextField
        label="Card title"
        hint="Without one, the card shows the name of the website."
        value={title}
        onChange={(next) => setTyped({ ...typed, title: next })}
      />
      <TextAreaField
        label="Card description"
        rows={2}
        value={text}
        onChange={(next) => setTyped({ ...typed, text: next })}
      />
    </FormDialog>
  )
}
