import { imageAlignments, imageSizes } from '@priormark/core/blog/html-rules'
import { Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../platform/ui/dialogs.tsx'
import { TextField, TextAreaField } from '../../platform/ui/TextField.tsx'
import { safeLink } from '@priormark/core/platform/image-address'
import styles from './TextDialogs.module.css'
import type { Bookmark, ImageOptions } from './rich/plugin-tools.ts'

interface DialogProps {
  onClose: () => void
  /** Called after the closing animation, when the focus may move. */
  onClosed: () => void
}

interface FootnoteDialogProps extends DialogProps {
  /** The text to change, '' for a new footnote, or null while the dialog is closed. */
  note: string | null
  onSubmit: (note: string) => void
}

export function FootnoteDialog({ note, onSubmit, onClose, onClosed }: FootnoteDialogProps) {
  const [editedText, setEditedText] = useState<string | null>(null)
  const text = editedText ?? note ?? ''
  return (
    <FormDialog
      title="Footnote"
      isOpen={note !== null}
      submitLabel="Save footnote"
      onSubmit={() => onSubmit(text.trim())}
      onClose={onClose}
      onClosed={() => {
        setEditedText(null)
        onClosed()
      }}
    >
      <TextField
        label="Text of the footnote"
        hint={note === '' ? undefined : 'Without a text, the footnote is removed.'}
        value={text}
        onChange={setEditedText}
      />
    </FormDialog>
  )
}

interface BookmarkDialogProps extends DialogProps {
  /** The card to change or insert, or null while the dialog is closed. */
  bookmark: Bookmark | null
  onSubmit: (bookmark: Bookmark) => void
}

/** Asks for the address, title and description of a bookmark card. */
export function BookmarkDialog({ bookmark, onSubmit, onClose, onClosed }: BookmarkDialogProps) {
  const [edits, setEdits] = useState<Partial<Bookmark>>({})
  const [isRejected, setRejected] = useState(false)
  const { href = '', title = '', text = '' } = { ...bookmark, ...edits }
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
        setEdits({})
        setRejected(false)
        onClosed()
      }}
    >
      <TextField
        label="Address"
        error={isRejected && !isValid ? 'Enter an address that begins with https:// or http://' : undefined}
        inputMode="url"
        value={href}
        onChange={(next) => setEdits({ ...edits, href: next })}
      />
      <TextField
        label="Card title"
        hint="Without one, the card shows the name of the website."
        value={title}
        onChange={(next) => setEdits({ ...edits, title: next })}
      />
      <TextAreaField
        label="Card description"
        rows={2}
        value={text}
        onChange={(next) => setEdits({ ...edits, text: next })}
      />
    </FormDialog>
  )
}

interface ImageOptionsDialogProps {
  /** The options of the clicked image, or null while the dialog is closed. */
  options: ImageOptions | null
  onApply: (options: ImageOptions) => void
  onClose: () => void
}

const sizeChoices = imageSizes.map(({ name, percent, className }) => ({
  value: className,
  label: `${name} ${percent}%`,
}))
const alignmentChoices = imageAlignments.map(({ name, className }) => ({ value: className, label: name }))

/** Sets the size, alignment and alternative text of an image. */
export function ImageOptionsDialog({ options, onApply, onClose }: ImageOptionsDialogProps) {
  const [edit, setEdit] = useState({ initial: options, current: options })
  // Starts again with the options of each clicked image.
  if (edit.initial !== options && options !== null) setEdit({ initial: options, current: options })
  const { current } = edit
  if (current === null) return null
  const change = (changes: Partial<ImageOptions>) => setEdit({ ...edit, current: { ...current, ...changes } })
  return (
    <FormDialog
      title="Image Options"
      isOpen={options !== null}
      width={460}
      submitLabel="Apply"
      onSubmit={() => onApply(current)}
      onClose={onClose}
    >
      <fieldset className={styles.group}>
        <legend>Size</legend>
        <Radio.Group
          options={sizeChoices}
          value={current.size}
          onChange={({ target }) => change({ size: String(target.value) })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Alignment</legend>
        <Radio.Group
          options={alignmentChoices}
          value={current.alignment}
          onChange={({ target }) => change({ alignment: String(target.value) })}
        />
      </fieldset>
      <TextField
        label="Alternative text"
        hint="What the image shows, for readers who can’t see it."
        value={current.alt}
        onChange={(alt) => change({ alt })}
      />
    </FormDialog>
  )
}
