import { imageAlignments, imageSizes } from '@priormark/core/blog/html-rules'
import { Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../platform/ui/dialogs.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'
import styles from './ImageOptionsDialog.module.css'
import type { ImageOptions } from './rich/open-dialog.ts'

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
  const [edited, setEdited] = useState({ options, chosen: options })
  // Starts with the options of each image.
  if (edited.options !== options && options !== null) setEdited({ options, chosen: options })
  const { chosen } = edited
  if (chosen === null) return null
  const setChosen = (change: Partial<ImageOptions>) =>
    setEdited({ ...edited, chosen: { ...chosen, ...change } })
  return (
    <FormDialog
      title="Image Options"
      isOpen={options !== null}
      width={460}
      submitLabel="Apply"
      onSubmit={() => onApply(chosen)}
      onClose={onClose}
    >
      <fieldset className={styles.group}>
        <legend>Size</legend>
        <Radio.Group
          options={sizeChoices}
          value={chosen.size}
          onChange={({ target }) => setChosen({ size: String(target.value) })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Alignment</legend>
        <Radio.Group
          options={alignmentChoices}
          value={chosen.alignment}
          onChange={({ target }) => setChosen({ alignment: String(target.value) })}
        />
      </fieldset>
      <TextField
        label="Alternative text"
        hint="What the image shows, for readers who can’t see it."
        value={chosen.alt}
        onChange={(alt) => setChosen({ alt })}
      />
    </FormDialog>
  )
}
