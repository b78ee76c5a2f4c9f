import type { Role } from '@priormark/core/roles'
import type { FieldErrors } from '@priormark/core/errors'
import { ApiError, sentenceOf } from '@priormark/core/http/api-error'
import { InvitationInput } from '@priormark/core/people/endpoints'
import { Input } from 'antd'
import { useState } from 'react'
import * as v from 'valibot'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { formErrors } from '../ui/form-errors.ts'
import { useChangePeople } from './people-queries.ts'
import { RoleField } from './RoleField.tsx'

/** Invites someone by email. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const change = useChangePeople()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('blog')
  const [errors, setErrors] = useState<FieldErrors>({})

  function close() {
    setErrors({})
    onClose()
  }

  function submit() {
    const parsed = v.safeParse(InvitationInput, { email, role })
    setErrors(formErrors(InvitationInput, { email, role }))
    if (!parsed.success) return
    change.mutate(
      { kind: 'invite', ...parsed.output },
      {
        onSuccess: () => {
          setEmail('')
          setRole('blog')
          close()
        },
        onError: (error) => {
          const found = error instanceof ApiError ? error.fields : {}
          setErrors(
            found['email'] === undefined
              ? { email: [sentenceOf(error, 'The invitation was not sent. Please try again.')] }
              : found,
          )
        },
      },
    )
  }

  return (
    <FormDialog
      title="Invite someone"
      isOpen={isOpen}
      submitLabel="Send invitation"
      isBusy={change.isPending}
      onSubmit={submit}
      onClose={close}
    >
      <Field
        label="Email"
        error={errors['email']?.[0]}
        hint="They get a link, and choose their own username and password."
      >
        {(inputProps) => (
          <Input
            {...inputProps}
            type="email"
            autoComplete="off"
            required
            value={email}
            onChange={({ target }) => {
              setEmail(target.value)
              setErrors({})
            }}
          />
        )}
      </Field>
      <RoleField role={role} onChange={setRole} />
    </FormDialog>
  )
}
