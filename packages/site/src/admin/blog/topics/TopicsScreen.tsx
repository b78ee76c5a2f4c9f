import { defaultAuthorId } from '@priormark/core/blog/post'
import { counted } from '@priormark/core/platform/counted'
import { Link } from 'react-router-dom'
import { LoadFailed, Loading, EmptyList } from '../../platform/ui/list-states.tsx'
import { RowButton } from '../../platform/ui/RowButton.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { useState } from 'react'
import { useAuthors, useTopics } from '../post-queries.ts'
import {
  AddAuthor,
  GroupDeleteDialog,
  GroupMergeDialog,
  GroupRenameDialog,
  type GroupKind,
  type PostGroup,
} from './GroupDialogs.tsx'

/** /admin/blog/topics: the categories, tags and authors of posts. */
export function TopicsScreen() {
  const [topics, authors] = [useTopics(), useAuthors()]
  return (
    <>
      <div className="admin-head">
        <ScreenTitle title="Categories, tags and authors" />
        <Link to="/admin/blog">Back to Blog</Link>
      </div>
      {(topics.isPending || authors.isPending) && <Loading label="Loading categories, tags and authors" />}
      {(topics.isError || authors.isError) && (
        <LoadFailed onRetry={() => Promise.all([topics.refetch(), authors.refetch()])}>
          Categories, tags and authors could not be loaded.
        </LoadFailed>
      )}
      {topics.data !== undefined && authors.data !== undefined && (
        <div className="admin-stack">
          <GroupCard kind="category" title="Categories" groups={topics.data.categories} />
          <GroupCard kind="tag" title="Tags" groups={topics.data.tags} />
          <GroupCard
            kind="author"
            title="Authors"
            groups={authors.data.map(({ firstName, ...author }) => ({ ...author, name: firstName }))}
          />
        </div>
      )}
    </>
  )
}

interface GroupCardProps {
  kind: GroupKind
  title: string
  groups: readonly PostGroup[]
}

type OpenDialog = { action: 'rename' | 'merge' | 'delete'; group: PostGroup } | null

/** Lists categories, tags or authors with their post counts. Each can be renamed, merged into another, or deleted. */
function GroupCard({ kind, title, groups }: GroupCardProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const groupOf = (action: NonNullable<OpenDialog>['action']) =>
    dialog?.action === action ? dialog.group : null
  return (
    <section className="admin-card" aria-label={title}>
      <div className="admin-head">
        <h2>{title}</h2>
        {kind === 'author' && <AddAuthor />}
      </div>
      {groups.length === 0 && <EmptyList label={`No ${title.toLowerCase()} yet`} />}
      <ul className="admin-rows">
        {groups.map((group) => {
          const { id, name, postCount } = group
          const open = (action: NonNullable<OpenDialog>['action']) => setDialog({ action, group })
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <div className="admin-soft">{counted(postCount, 'post', 'posts')}</div>
              </div>
              <div className="admin-line">
                <RowButton label="Rename" subject={name} onClick={() => open('rename')} />
                {groups.length > 1 && (
                  <RowButton label="Merge" subject={name} onClick={() => open('merge')} />
                )}
                {(kind !== 'author' || id !== defaultAuthorId) && (
                  <RowButton label="Delete" subject={name} danger onClick={() => open('delete')} />
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <GroupRenameDialog kind={kind} group={groupOf('rename')} groups={groups} onClose={close} />
      <GroupMergeDialog kind={kind} group={groupOf('merge')} groups={groups} onClose={close} />
      <GroupDeleteDialog kind={kind} group={groupOf('delete')} groups={groups} onClose={close} />
    </section>
  )
}
