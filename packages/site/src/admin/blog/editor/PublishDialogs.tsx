import { useState } from 'react'
import { FormDialog } from '../../platform/ui/dialogs.tsx'
import { ScheduleField } from './PostFields.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'
import styles from './AltTextsDialog.module.css'

interface ScheduleDialogProps {
  isOpen: boolean
  /** When the post is scheduled, ISO 8601, or null. */
  scheduledAt: string | null
  onSubmit: (scheduledAt: string) => void
  onClose: () => void
}

export function ScheduleDialog({ isOpen, scheduledAt, onSubmit, onClose }: ScheduleDialogProps) {
  const [selectedTime, setSelectedTime] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const time = selectedTime ?? scheduledAt
  return (
    <FormDialog
      title="Schedule the post"
      isOpen={isOpen}
      submitLabel="Schedule"
      onSubmit={() => (time === null ? setMissing(true) : onSubmit(time))}
      onClose={onClose}
      onClosed={() => {
        setSelectedTime(null)
        setMissing(false)
      }}
    >
      <ScheduleField
        value={time}
        error={isMissing && time === null ? 'Choose a day' : undefined}
        onChange={setSelectedTime}
      />
    </FormDialog>
  )
}

interface AltTextsDialogProps {
  /** The addresses of the images without alternative text; null while the dialog is closed. */
  images: readonly string[] | null
  /** @param texts one for each image, empty for one that only decorates */
  onSubmit: (texts: string[]) => void
  onClose: () => void
}

/** Asks for the alternative texts of images before their post is published. */
export function AltTextsDialog({ images, onSubmit, onClose }: AltTextsDialogProps) {
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map())
  const addresses = images ?? []
  return (
    <FormDialog
      title="Describe the images"
      isOpen={images !== null}
      submitLabel="Continue"
      onSubmit={() => onSubmit(addresses.map((_image, index) => texts.get(index)?.trim() ?? ''))}
      onClose={onClose}
      onClosed={() => setTexts(new Map())}
    >
      <p>
        People who can’t see an image get its description. Leave it empty if an image only decorates the post.
      </p>
      <ol className={`admin-list ${styles.images}`}>
        {addresses.map((address, index) => (
          // The same image may be in the post twice.
          <li key={index}>
            <img src={address} alt="" />
            <TextField
              label={addresses.length === 1 ? 'Description' : `Description of image ${index + 1}`}
              value={texts.get(index) ?? ''}
              onChange={(value) => setTexts(new Map(texts).set(index, value))}
            />
          </li>
        ))}
      </ol>
    </FormDialog>
  )
}
