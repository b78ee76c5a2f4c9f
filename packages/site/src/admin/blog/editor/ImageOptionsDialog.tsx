import { imageAlignments, imageSizes } from '@priormark/core/blog/html-rules'
import { Button, Input, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { Field } from '../../platform/ui/Field.tsx'
import styles from './ImageOptionsDialog.module.css'
import type { ImageOptions } from './rich/image-options.ts'

interface ImageOptionsDialogProps {
  /** The options of the clicked image, or null while the dialog is closed. */
  options: ImageOptions | null
  onApply: (options: ImageOptions) => void
  onClose: () => void
}

/** Sets the size, alignment and alternative text of an image. */
export function ImageOptionsDialog({ options, onApply, onClose }: ImageOptionsDialogProps) {
  const formId = useId()
  return (
    <Modal
      title="Image Options"
      open={options !== null}
      onCancel={onClose}
      width={460}
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="apply" type="primary" htmlType="submit" form={formId}>
          Apply
        </Button>,
      ]}
    >
      {options !== null && <OptionsForm id={formId} first={options} onApply={onApply} />}
    </Modal>
  )
}

const sizeChoices = imageSizes.map(({ name, percent, className }) => ({
  value: className,
  label: `${name} ${percent}%`,
}))
const alignmentChoices = imageAlignments.map(({ name, className }) => ({ value: className, label: name }))

interface OptionsFormProps {
  id: string
  first: ImageOptions
  onApply: (options: ImageOptions) => void
}

function OptionsForm({ id, first, onApply }: OptionsFormProps) {
  const [chosen, setChosen] = useState(first)
  return (
    <form
      id={id}
      onSubmit={(submission) => {
        submission.preventDefault()
        onApply(chosen)
      }}
    >
      <fieldset className={styles.group}>
        <legend>Size</legend>
        <Radio.Group
          options={sizeChoices}
          value={chosen.size}
          onChange={({ target }) => setChosen({ ...chosen, size: String(target.value) })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Alignment</legend>
        <Radio.Group
          options={alignmentChoices}
          value={chosen.alignment}
          onChange={({ target }) => setChosen({ ...chosen, alignment: String(target.value) })}
        />
      </fieldset>
      <Field label="Alternative text" hint="What the image shows, for readers who can’t see it.">
        {(inputProps) => (
          <Input
            {...inputProps}
            value={chosen.alt}
            onChange={({ target }) => setChosen({ ...chosen, alt: target.value })}
          />
        )}
      </Field>
    </form>
  )
}
