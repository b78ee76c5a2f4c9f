import { roleDescription, roleLabels, roles, type Role } from '@priormark/core/platform/roles'
import { NativeSelect } from '../../platform/ui/NativeSelect.tsx'
import { Field } from '../../platform/ui/Field.tsx'

const options = roles.map((value) => ({ value, label: roleLabels[value].name }))

/** Asks for a role, and says what it includes. */
export function RoleField({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  return (
    <Field label="Role" hint={roleDescription(role)}>
      {({ id, 'aria-describedby': describedBy }) => (
        <NativeSelect
          id={id}
          aria-describedby={describedBy}
          value={role}
          options={options}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
