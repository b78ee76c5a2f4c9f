import { TopicName } from '@priormark/core/blog/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog, FormDialog } from '../../platform/ui/dialogs.tsx'
import { formErrors } from '../../platform/ui/form-errors.ts'
import { countOfPosts, useGroupAction, type GroupDialogProps } from './topic-queries.ts'
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { TextField } from '../../platform/ui/TextField.tsx'
import { AuthorName } from '@priormark/core/staff/people/author-name'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { blogKey } from '../post-queries.ts'

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
    const message = isTaken
      ? `There is already ${kind === 'author' ? 'an' : 'a'} ${kind} with this name. Use Merge to join them.`
      : formErrors(TopicName, value)['']?.[0]
    setRejection(message)
    if (message === undefined) run({ kind, group, to: { name } }, `Renamed to ${name}`)
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
      <TextField
        label="New name"
        error={rejection ?? error}
        hint={`Shown on ${countOfPosts(group?.postCount ?? 0)}`}
        value={value}
        maxLength={60}
        onChange={(next) => {
          setTyped(next)
          setRejection(undefined)
        }}
      />
    </FormDialog>
  )
}

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
      isDanger
      isBusy={isPending}
      onConfirm={merge}
      onClose={close}
    >
      <SelectField
        label="Into"
        error={isMissing ? choose : error}
        hint={
          into &&
          `${into.name} gets ${countOfPosts(group?.postCount ?? 0)} of ${group?.name}, which disappears. This can’t be undone.`
        }
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
    </ConfirmDialog>
  )
}

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
    const message = formErrors(AuthorName, name)['']?.[0]
    setRejection(message)
    if (message === undefined) add.mutate()
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
        <TextField
          label="Name"
          error={rejection}
          hint="Shown on their posts"
          value={name}
          maxLength={100}
          onChange={(next) => {
            setName(next)
            setRejection(undefined)
          }}
        />
      </FormDialog>
    </>
  )
}
