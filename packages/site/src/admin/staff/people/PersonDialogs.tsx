import type { Role } from '@priormark/core/platform/roles'
import { Rename, type Person } from '@priormark/core/staff/people/endpoints'
import { Input } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../platform/ui/ConfirmDialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { useChangePeople } from './people-queries.ts'
import type { PersonQuestion } from './PersonRow.tsx'
import { RoleField } from './RoleField.tsx'
import { usePeopleForm } from './use-people-form.ts'

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
        <Field
          label="Username"
          error={renaming.errorOf('username')}
          hint="Used to log in. Earlier entries of the audit log keep the old name."
        >
          {(inputProps) => (
            <Input
              {...inputProps}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              required
              value={name}
              onChange={({ target }) => {
                setName(target.value)
                renaming.clearErrors()
              }}
            />
          )}
        </Field>
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
