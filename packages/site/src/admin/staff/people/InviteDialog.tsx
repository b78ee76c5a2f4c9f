import type { Role } from '@priormark/core/platform/roles'
import { InvitationInput } from '@priormark/core/staff/people/endpoints'
import { Input } from 'antd'
import { useState } from 'react'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { RoleField } from './RoleField.tsx'
import { usePeopleForm } from './use-people-form.ts'

/** Invites someone by email. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('blog')
  const form = usePeopleForm({
    schema: InvitationInput,
    mainField: 'email',
    failure: 'The invitation was not sent. Please try again.',
    toChange: (invitation) => ({ kind: 'invite', ...invitation }),
    onDone() {
      setEmail('')
      setRole('blog')
      onClose()
    },
  })

  function close() {
    form.clearErrors()
    onClose()
  }

  return (
    <FormDialog
      title="Invite someone"
      isOpen={isOpen}
      submitLabel="Send invitation"
      isBusy={form.isBusy}
      onSubmit={() => form.submit({ email, role })}
      onClose={close}
    >
      <Field
        label="Email"
        error={form.errorOf('email')}
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
              form.clearErrors()
            }}
          />
        )}
      </Field>
      <RoleField role={role} onChange={setRole} />
    </FormDialog>
  )
}
