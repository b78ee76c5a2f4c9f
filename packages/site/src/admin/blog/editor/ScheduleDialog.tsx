import { useState } from 'react'
import { FormDialog } from '../../platform/ui/dialogs.tsx'
import { ScheduleField } from './PostFields.tsx'

interface ScheduleDialogProps {
  isOpen: boolean
  /** The current time of the post, ISO 8601, or null. */
  scheduledAt: string | null
  onSubmit: (scheduledAt: string) => void
  onClose: () => void
}

/** Asks when a post is to be published. */
export function ScheduleDialog({ isOpen, scheduledAt, onSubmit, onClose }: ScheduleDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const moment = chosen ?? scheduledAt
  return (
    <FormDialog
      title="Schedule the post"
      isOpen={isOpen}
      submitLabel="Schedule"
      onSubmit={() => (moment === null ? setMissing(true) : onSubmit(moment))}
      onClose={onClose}
      onClosed={() => {
        setChosen(null)
        setMissing(false)
      }}
    >
      <ScheduleField
        scheduledAt={moment}
        error={isMissing && moment === null ? 'Choose a day' : undefined}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
