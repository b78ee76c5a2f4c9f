import { type Role, roleDescription, roleLabels, roles } from '@priormark/core/platform/roles'
import { Rename, type Person, InvitationInput } from '@priormark/core/staff/people/endpoints'
import { useState } from 'react'
import { ConfirmDialog, FormDialog } from '../../platform/ui/dialogs.tsx'
import { useChangePeople, type PeopleChange } from './people-queries.ts'
import type { PersonQuestion } from './PeopleScreen.tsx'
import type { FieldErrors } from '@priormark/core/platform/errors'
import { ApiError, messageOf } from '@priormark/core/platform/http/api-error'
import * as v from 'valibot'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'

interface PersonDialogsProps {
  person: Person
  /** Null closes them. */
  question: PersonQuestion | null
  onClose: () => void
}

/** The dialogs that rename a person, change their role, turn off their two-step verification, or disable them. */
export function PersonDialogs({ person, question, onClose }: PersonDialogsProps) {
  const { id, username, email, isYou } = person
  const change = useChangePeople()
  const [name, setName] = useState(username)
  const [role, setRole] = useState<Role>(person.role)
  const renaming = usePeopleForm({
    schema: Rename,
    mainField: 'username',
    failure: 'The name was not changed. Please try again.',
    toChange: (renamed) => ({ kind: 'rename', id, ...renamed }),
    onDone: onClose,
  })

  return (
    <>
      <FormDialog
        title={`Rename ${username}`}
        isOpen={question === 'rename'}
        submitLabel="Rename"
        isBusy={renaming.isBusy}
        onSubmit={() => renaming.submit({ username: name })}
        onClose={onClose}
      >
        <TextField
          label="Username"
          error={renaming.errorOf('username')}
          hint="Used to log in. Earlier entries of the audit log keep the old name."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
          value={name}
          onChange={(typed) => {
            setName(typed)
            renaming.clearErrors()
          }}
        />
      </FormDialog>
      <FormDialog
        title={`Change the role of ${username}`}
        isOpen={question === 'role'}
        submitLabel="Change role"
        isBusy={change.isPending}
        onSubmit={() => change.mutate({ kind: 'role', id, role }, { onSuccess: onClose })}
        onClose={onClose}
      >
        <RoleField role={role} onChange={setRole} />
        <p>
          {isYou && role !== 'owner'
            ? 'You’ll lose access to this screen at once. Only another owner can give it back.'
            : 'It applies at once, wherever they’re logged in.'}
        </p>
      </FormDialog>
      <ConfirmDialog
        isOpen={question === 'secondFactor'}
        title={`Turn off two-step verification of ${username}?`}
        confirmLabel="Turn off"
        isBusy={change.isPending}
        onConfirm={() => change.mutate({ kind: 'endSecondFactor', id }, { onSuccess: onClose })}
        onClose={onClose}
      >
        <p>
          Only do this if they lost their phone and their recovery codes, and asked you themselves: call them
          if you’re unsure. They then log in with their password only, and can set it up again.
          {email !== null && ` We tell them by email, at ${email}.`}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={question === 'disable'}
        title={`Disable ${username}?`}
        confirmLabel="Disable"
        isBusy={change.isPending}
        onConfirm={() => change.mutate({ kind: 'disable', id }, { onSuccess: onClose })}
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
      <TextField
        label="Email"
        error={form.errorOf('email')}
        hint="They get a link, and choose their own username and password."
        type="email"
        autoComplete="off"
        required
        value={email}
        onChange={(typed) => {
          setEmail(typed)
          form.clearErrors()
        }}
      />
      <RoleField role={role} onChange={setRole} />
    </FormDialog>
  )
}

interface PeopleForm<S extends v.GenericSchema> {
  schema: S
  /** The field that shows errors of no field. */
  mainField: string
  /** Shown for an error without a message. */
  failure: string
  toChange: (values: v.InferOutput<S>) => PeopleChange
  onDone: () => void
}

/** A form that is checked before it changes the people, with the error of each field. */
function usePeopleForm<S extends v.GenericSchema>(form: PeopleForm<S>) {
  const { schema, mainField, failure, toChange, onDone } = form
  const change = useChangePeople()
  const [errors, setErrors] = useState<FieldErrors>({})
  return {
    isBusy: change.isPending,
    errorOf: (field: string) => errors[field]?.[0],
    clearErrors: () => setErrors({}),
    submit(values: v.InferInput<S>) {
      const parsed = v.safeParse(schema, values)
      setErrors(formErrors(schema, values))
      if (!parsed.success) return
      change.mutate(toChange(parsed.output), {
        onSuccess: onDone,
        onError: (error) => {
          const fieldErrors = error instanceof ApiError ? error.fields : {}
          setErrors(
            fieldErrors[mainField] === undefined ? { [mainField]: [messageOf(error, failure)] } : fieldErrors,
          )
        },
      })
    },
  }
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
