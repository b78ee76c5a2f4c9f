import { TopicName } from '@priormark/core/blog/endpoints'
import { Input } from 'antd'
import { useState } from 'react'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { countOfPosts } from './group-labels.ts'
import { useGroupAction, type GroupDialogProps } from './topic-queries.ts'

/** Asks for another name, which none of the others has. */
export function GroupRenameDialog({ kind, group, groups, onClose }: GroupDialogProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [rejection, setRejection] = useState<string>()
  const { run, isPending, error } = useGroupAction(close)
  const value = typed ?? group?.name ?? ''

  function close() {
    setTyped(null)
    setRejection(undefined)
    onClose()
  }

  function rename() {
    if (group === null) return
    const name = value.trim()
    const isTaken = groups.some((one) => one.id !== group.id && one.name.toLowerCase() === name.toLowerCase())
    const found = isTaken
      ? `There is already ${kind === 'author' ? 'an' : 'a'} ${kind} with this name. Use Merge to join them.`
      : formErrors(TopicName, value)['']?.[0]
    setRejection(found)
    if (found === undefined) run({ kind, group, to: { name } }, `Renamed to ${name}`)
  }

  return (
    <FormDialog
      isOpen={group !== null}
      title={`Rename ${group?.name ?? ''}?`}
      submitLabel="Rename"
      isBusy={isPending}
      onSubmit={rename}
      onClose={close}
    >
      <Field
        label="New name"
        error={rejection ?? error}
        hint={`Shown on ${countOfPosts(group?.postCount ?? 0)}`}
      >
        {(inputProps) => (
          <Input
            {...inputProps}
            value={value}
            maxLength={60}
            onChange={({ target }) => {
              setTyped(target.value)
              setRejection(undefined)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
