import { type Role, roleDescription, roleLabels, roles } from '@priormark/core/platform/roles'
import { Rename, type Person, InvitationInput } from '@priormark/core/staff/people/endpoints'
import { useState } from 'react'
import * as v from 'valibot'
import type { FieldErrors } from '@priormark/core/platform/errors'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import { useTypedState } from '../../platform/session/typed-values.ts'
import { ConfirmDialog, FormDialog } from '../../platform/ui/dialogs.tsx'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { TextDialog } from '../../platform/ui/TextDialog.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'
import { useChangePeople, type PeopleChange } from './people-queries.ts'

export type PersonDialogName = 'rename' | 'role' | 'disable' | 'secondFactor'

interface PersonDialogsProps {
  person: Person
  /** The open dialog, or null. */
  openDialog: PersonDialogName | null
  onClose: () => void
}

/** The dialogs that rename a person, change their role, turn off their two-step verification, or disable them. */
export function PersonDialogs({ person, openDialog, onClose }: PersonDialogsProps) {
  const { id, username, email, isYou } = person
  const change = useChangePeople()
  const [chosenRole, setChosenRole] = useTypedState<Role>(`role of ${id}`)
  const role = chosenRole ?? person.role
  const changePerson = (personChange: PeopleChange) => change.mutate(personChange, { onSuccess: close })

  function close() {
    setChosenRole(null)
    onClose()
  }

  return (
    <>
      <TextDialog
        formName={`username of ${id}`}
        isOpen={openDialog === 'rename'}
        title={`Rename ${username}`}
        submitLabel="Rename"
        label="Username"
        hint="Used to log in. Earlier entries of the audit log keep the old name."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        initial={username}
        schema={Rename.entries.username}
        failure="The name was not changed. Please try again."
        onSave={(name) => change.mutateAsync({ kind: 'rename', id, username: name })}
        onClose={onClose}
      />
      <FormDialog
        title={`Change the role of ${username}`}
        isOpen={openDialog === 'role'}
        submitLabel="Change role"
        isBusy={change.isPending}
        onSubmit={() => changePerson({ kind: 'role', id, role })}
        onClose={close}
      >
        <RoleField role={role} onChange={setChosenRole} />
        <p>
          {isYou && role !== 'owner'
            ? 'You’ll lose access to this screen at once. Only another owner can give it back.'
            : 'It applies at once, wherever they’re logged in.'}
        </p>
      </FormDialog>
      <ConfirmDialog
        isOpen={openDialog === 'secondFactor'}
        title={`Turn off two-step verification of ${username}?`}
        confirmLabel="Turn off"
        isBusy={change.isPending}
        onConfirm={() => changePerson({ kind: 'endSecondFactor', id })}
        onClose={onClose}
      >
        <p>
          Only do this if they lost their phone and their recovery codes, and asked you themselves: call them
          if you’re unsure. They then log in with their password only, and can set it up again.
          {email !== null && ` We tell them by email, at ${email}.`}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={openDialog === 'disable'}
        title={`Disable ${username}?`}
        confirmLabel="Disable"
        isBusy={change.isPending}
        onConfirm={() => changePerson({ kind: 'disable', id })}
        onClose={onClose}
      >
        <p>
          {isYou ? 'You’re' : 'They’re'} logged out everywhere at once and can’t log in until an owner enables{' '}
          {isYou ? 'you' : 'them'} again. Posts and entries of the audit log keep {isYou ? 'your' : 'their'}{' '}
          name.
        </p>
      </ConfirmDialog>
    </>
  )
}

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const change = useChangePeople()
  const [typedInvitation, setTypedInvitation] =
    useTypedState<v.InferInput<typeof InvitationInput>>('invitation')
  const { email, role } = typedInvitation ?? { email: '', role: 'blog' }
  const [errors, setErrors] = useState<FieldErrors>({})

  function close() {
    setErrors({})
    onClose()
  }

  function invite() {
    const invitation = v.safeParse(InvitationInput, { email, role })
    setErrors(formErrors(InvitationInput, { email, role }))
    if (!invitation.success) return
    change.mutate(
      { kind: 'invite', ...invitation.output },
      {
        onSuccess: () => {
          setTypedInvitation(null)
          close()
        },
        onError: (error) => {
          const { email: rejection } = error instanceof ApiError ? error.fields : {}
          const failure = messageOf(error, 'The invitation was not sent. Please try again.')
          setErrors({ email: rejection ?? [failure] })
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
      onSubmit={invite}
      onClose={close}
    >
      <TextField
        label="Email"
        error={errors['email']?.[0]}
        hint="They get a link, and choose their own username and password."
        type="email"
        autoComplete="off"
        required
        value={email}
        onChange={(next) => {
          setTypedInvitation({ email: next, role })
          setErrors({})
        }}
      />
      <RoleField role={role} onChange={(next) => setTypedInvitation({ email, role: next })} />
    </FormDialog>
  )
}

const options = roles.map((value) => ({ value, label: roleLabels[value].name }))

function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <SelectField
      label="Role"
      hint={roleDescription(role)}
      value={role}
      options={options}
      onChange={onChange}
    />
  )
}
