import { messageOf } from '@priormark/core/platform/http/api-error'
import { orderEndpoints } from '@priormark/core/orders/endpoints'
import { Button } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast-store.ts'
import { TextAreaField } from '../platform/ui/TextField.tsx'
import { formErrors } from '../platform/ui/form-errors.ts'
import { useAddNote } from './order-queries.ts'
import { setTypedNote, useAsked, useOrdersView } from './orders-view.ts'

/** Adds a note to an order. The text is kept until it is saved. */
export function NoteForm({ orderId }: { orderId: string }) {
  const add = useAddNote(orderId)
  const [error, setError] = useState<string>()
  const text = useOrdersView((view) => view.typedNotes[orderId] ?? '')

  const field = useRef<TextAreaRef>(null)
  const { isAsked, close } = useAsked(orderId, 'note')

  useEffect(() => {
    if (!isAsked) return
    field.current?.focus()
    close()
  }, [isAsked, close])

  function submit() {
    if (add.isPending) return
    const message = formErrors(orderEndpoints.addNote.body, { text })['text']?.[0]
    setError(message)
    if (message !== undefined) return
    add.mutate(text, {
      onSuccess: () => {
        setTypedNote(orderId, undefined)
        toast({ title: 'Note added' })
      },
      onError: (error) => setError(messageOf(error, 'The note could not be saved.')),
    })
  }

  return (
    <form
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault()
        submit()
      }}
    >
      <TextAreaField
        ref={field}
        label="Internal note"
        error={error}
        hint="Customers never see notes. Ctrl+Enter saves."
        rows={2}
        value={text}
        onChange={(next) => {
          setTypedNote(orderId, next)
          setError(undefined)
        }}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) submit()
        }}
      />
      <Button htmlType="submit" loading={add.isPending}>
        Add note
      </Button>
    </form>
  )
}
