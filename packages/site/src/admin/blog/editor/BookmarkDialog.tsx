import { safeLink } from '@priormark/core/platform/image-address'
import { Input } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../platform/ui/dialogs.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import type { Bookmark } from './rich/open-dialog.ts'

interface BookmarkDialogProps {
  /** The card to change or insert, or null while the dialog is closed. */
  bookmark: Bookmark | null
  onSubmit: (bookmark: Bookmark) => void
  onClose: () => void
}

/** Asks for the address, title and description of a bookmark card. */
export function BookmarkDialog({ bookmark, onSubmit, onClose }: BookmarkDialogProps) {
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
      }}
    >
      <Field
        label="Address"
        error={isRejected && !isValid ? 'Enter an address that begins with https:// or http://' : undefined}
      >
        {(inputProps) => (
          <Input
            {...inputProps}
            inputMode="url"
            value={href}
            onChange={({ target }) => setTyped({ ...typed, href: target.value })}
          />
        )}
      </Field>
      <Field label="Card title" hint="Without one, the card shows the name of the website.">
        {(inputProps) => (
          <Input
            {...inputProps}
            value={title}
            onChange={({ target }) => setTyped({ ...typed, title: target.value })}
          />
        )}
      </Field>
      <Field label="Card description">
        {(inputProps) => (
          <Input.TextArea
            {...inputProps}
            rows={2}
            value={text}
            onChange={({ target }) => setTyped({ ...typed, text: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
