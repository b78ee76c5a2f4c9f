import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import type * as v from 'valibot'
import { useTypedState } from '../session/typed-values.ts'
import { FormDialog } from './dialogs.tsx'
import { formErrors } from './form-errors.ts'
import { TextField } from './TextField.tsx'

interface TextDialogProps extends Omit<
  ComponentProps<typeof TextField>,
  'title' | 'error' | 'value' | 'onChange'
> {
  /** Identifies the form, whose text is kept (see useTypedState). */
  formName: string
  isOpen: boolean
  title: string
  submitLabel: string
  /** The text before the person types. */
  initial?: string | undefined
  schema: v.GenericSchema
  /** Returns why a text that matches the schema is rejected, or undefined if it is accepted. */
  reject?: (text: string) => string | undefined
  /** Shown if saving fails without a message. */
  failure?: string
  onSave: (text: string) => Promise<unknown>
  /** Called when the person cancels, and once the text is saved. */
  onClose: () => void
}

/** Asks for one text, such as a name, and saves it. The reason of a rejection is shown at the field. */
export function TextDialog(props: TextDialogProps) {
  const { formName, isOpen, title, submitLabel, initial = '', schema, ...rest } = props
  const { reject, failure = 'That didn’t work. Please try again.', onSave, onClose, ...field } = rest
  const [typedText, setTypedText] = useTypedState<string>(formName)
  const [rejection, setRejection] = useState<string>()
  const text = typedText ?? initial
  const save = useMutation({
    mutationFn: onSave,
    onSuccess: close,
    onError: (error) => {
      const [fieldError] = error instanceof ApiError ? Object.values(error.fields) : []
      setRejection(fieldError?.[0] ?? messageOf(error, failure))
    },
  })

  function close() {
    setTypedText(null)
    setRejection(undefined)
    onClose()
  }

  function submit() {
    const message = formErrors(schema, text)['']?.[0] ?? reject?.(text)
    setRejection(message)
    if (message === undefined) save.mutate(text)
  }

  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submitLabel={submitLabel}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={close}
    >
      <TextField
        {...field}
        error={rejection}
        value={text}
        onChange={(next) => {
          setTypedText(next)
          setRejection(undefined)
        }}
      />
    </FormDialog>
  )
}
