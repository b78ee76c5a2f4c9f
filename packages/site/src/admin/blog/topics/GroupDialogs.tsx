import { counted } from '@priormark/core/platform/counted'
import { TopicName } from '@priormark/core/blog/endpoints'
import { AuthorName } from '@priormark/core/staff/people/author-name'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useTypedState } from '../../platform/session/typed-values.ts'
import { ConfirmDialog } from '../../platform/ui/dialogs.tsx'
import { SelectField } from '../../platform/ui/NativeSelect.tsx'
import { TextDialog } from '../../platform/ui/TextDialog.tsx'
import { blogKey } from '../post-queries.ts'
import { failureMessageOf, useGroupAction, type GroupDialogProps } from './topic-queries.ts'

/** Asks for a new name that none of the other groups has. */
export function GroupRenameDialog({ kind, group, groups, onClose }: GroupDialogProps) {
  const change = useGroupAction()

  function rejectTaken(text: string) {
    const name = text.trim().toLowerCase()
    const isTaken = groups.some((other) => other.id !== group?.id && other.name.toLowerCase() === name)
    if (!isTaken) return undefined
    return `There is already ${kind === 'author' ? 'an' : 'a'} ${kind} with this name. Use Merge to join them.`
  }

  return (
    <TextDialog
      formName={`name of ${kind} ${group?.id}`}
      isOpen={group !== null}
      title={`Rename ${group?.name ?? ''}?`}
      submitLabel="Rename"
      label="New name"
      hint={`Shown on ${counted(group?.postCount ?? 0, 'post', 'posts')}`}
      maxLength={60}
      initial={group?.name}
      schema={TopicName}
      reject={rejectTaken}
      onSave={async (text) => {
        const name = text.trim()
        if (group !== null)
          await change.mutateAsync({ kind, group, to: { name }, toastTitle: `Renamed to ${name}` })
      }}
      onClose={onClose}
    />
  )
}

/** Asks which of the other groups gets the posts. */
export function GroupMergeDialog({ kind, group, groups, onClose }: GroupDialogProps) {
  const [typedId, setTargetId] = useTypedState<string>(`merge of ${kind} ${group?.id}`)
  const targetId = typedId ?? ''
  const [isMissing, setMissing] = useState(false)
  const change = useGroupAction()
  const otherGroups = groups.filter(({ id }) => id !== group?.id)
  const target = otherGroups.find(({ id }) => String(id) === targetId)

  function close() {
    setTargetId(null)
    setMissing(false)
    onClose()
  }

  function merge() {
    setMissing(target === undefined)
    if (group === null || target === undefined) return
    change.mutate(
      { kind, group, to: { into: target }, toastTitle: `Merged into ${target.name}` },
      { onSuccess: close },
    )
  }

  const prompt = `Choose ${kind === 'author' ? 'an' : 'a'} ${kind}`
  return (
    <ConfirmDialog
      isOpen={group !== null}
      title={`Merge ${group?.name ?? ''}`}
      confirmLabel="Merge"
      isDanger
      isBusy={change.isPending}
      onConfirm={merge}
      onClose={close}
    >
      <SelectField
        label="Into"
        error={isMissing ? prompt : failureMessageOf(change)}
        hint={
          target &&
          `${target.name} gets ${counted(group?.postCount ?? 0, 'post', 'posts')} of ${group?.name}, which disappears. This can’t be undone.`
        }
        style={{ width: '100%' }}
        value={targetId}
        options={[
          { value: '', label: prompt },
          ...otherGroups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(next) => {
          setTargetId(next)
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
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add author
      </Button>
      <TextDialog
        formName="new author"
        isOpen={isOpen}
        title="Add an author"
        submitLabel="Add"
        label="Name"
        hint="Shown on their posts"
        maxLength={100}
        schema={AuthorName}
        onSave={async (firstName) => {
          await api.blog.addAuthor({ body: { firstName } })
          toast({ title: 'Author added' })
          void queryClient.invalidateQueries({ queryKey: blogKey })
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
