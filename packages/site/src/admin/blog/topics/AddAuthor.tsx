import { AuthorName } from '@priormark/core/staff/people/author-name'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { blogKey } from '../post-queries.ts'

/** The button that adds an author, with its dialog. */
export function AddAuthor() {
  const { api } = useAdmin()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [rejection, setRejection] = useState<string>()
  const add = useMutation({
    mutationFn: () => api.blog.addAuthor({ body: { firstName: name } }),
    onSuccess: async () => {
      toast({ title: 'Author added' })
      close()
      await queryClient.invalidateQueries({ queryKey: blogKey })
    },
    onError: (failure) => setRejection(messageOf(failure, 'That didn’t work. Please try again.')),
  })

  function close() {
    setOpen(false)
    setName('')
    setRejection(undefined)
  }

  function submit() {
    const found = formErrors(AuthorName, name)['']?.[0]
    setRejection(found)
    if (found === undefined) add.mutate()
  }

  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add author
      </Button>
      <FormDialog
        isOpen={isOpen}
        title="Add an author"
        submitLabel="Add"
        isBusy={add.isPending}
        onSubmit={submit}
        onClose={close}
      >
        <Field label="Name" error={rejection} hint="Shown on their posts">
          {(inputProps) => (
            <Input
              {...inputProps}
              value={name}
              maxLength={100}
              onChange={({ target }) => {
                setName(target.value)
                setRejection(undefined)
              }}
            />
          )}
        </Field>
      </FormDialog>
    </>
  )
}
