import { useState } from 'react'
import { ConfirmDialog } from '../../platform/ui/ConfirmDialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { NativeSelect } from '../../platform/ui/NativeSelect.tsx'
import { countOfPosts } from './group-labels.ts'
import { useGroupAction, type GroupDialogProps } from './topic-queries.ts'

/** Asks which of the others gets the posts. */
export function GroupMergeDialog({ kind, group, groups, onClose }: GroupDialogProps) {
  const [chosen, setChosen] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { run, isPending, error } = useGroupAction(close)
  const others = groups.filter(({ id }) => id !== group?.id)
  const into = others.find(({ id }) => String(id) === chosen)

  function close() {
    setChosen('')
    setMissing(false)
    onClose()
  }

  function merge() {
    setMissing(into === undefined)
    if (group !== null && into !== undefined) run({ kind, group, to: { into } }, `Merged into ${into.name}`)
  }

  const choose = `Choose ${kind === 'author' ? 'an' : 'a'} ${kind}`
  return (
    <ConfirmDialog
      isOpen={group !== null}
      title={`Merge ${group?.name ?? ''}`}
      confirmLabel="Merge"
      isBusy={isPending}
      onConfirm={merge}
      onClose={close}
    >
      <Field
        label="Into"
        error={isMissing ? choose : error}
        hint={
          into &&
          `${into.name} gets ${countOfPosts(group?.postCount ?? 0)} of ${group?.name}, which disappears. This can’t be undone.`
        }
      >
        {({ status: _status, ...inputProps }) => (
          <NativeSelect
            {...inputProps}
            style={{ width: '100%' }}
            value={chosen}
            options={[
              { value: '', label: choose },
              ...others.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(next) => {
              setChosen(next)
              setMissing(false)
            }}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
