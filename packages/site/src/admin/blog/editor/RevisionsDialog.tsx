import type { Revision, RevisionSummary } from '@priormark/core/blog/revision'
import { formatMoment } from '@priormark/core/dates'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Spin } from 'antd'
import { useState } from 'react'
import { useAdmin } from '../../session/admin-context.tsx'
import { blogKey } from '../post-queries.ts'
import { PostText } from './PostText.tsx'
import styles from './RevisionsDialog.module.css'

interface RevisionsDialogProps {
  isOpen: boolean
  postId: string
  onRestore: (fields: Revision['fields']) => void
  onClose: () => void
}

/** Lists the revisions of a post, to read or restore. */
export function RevisionsDialog({ isOpen, postId, onRestore, onClose }: RevisionsDialogProps) {
  const [chosen, setChosen] = useState<Revision | null>(null)
  return (
    <Modal
      title="Revisions"
      open={isOpen}
      onCancel={onClose}
      width={920}
      destroyOnHidden
      footer={[
        <Button key="close" onClick={onClose}>
          Cancel
        </Button>,
        <Button
          key="restore"
          type="primary"
          disabled={chosen === null}
          onClick={() => chosen && onRestore(chosen.fields)}
        >
          Restore
        </Button>,
      ]}
    >
      <Revisions postId={postId} onChoose={setChosen} />
    </Modal>
  )
}

function Revisions({ postId, onChoose }: { postId: string; onChoose: (revision: Revision | null) => void }) {
  const { api } = useAdmin()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const list = useQuery({
    queryKey: [...blogKey, 'revisions', postId],
    queryFn: ({ signal }) => api.blog.revisions({ params: { id: postId } }, { signal }),
    gcTime: 0,
  })
  const revision = useQuery({
    queryKey: [...blogKey, 'revision', chosenId],
    queryFn: async ({ signal }) => {
      const read = await api.blog.revision({ params: { id: postId, revisionId: chosenId ?? '' } }, { signal })
      onChoose(read)
      return read
    },
    enabled: chosenId !== null,
    gcTime: 0,
  })

  if (list.isPending) return <Spin />
  if (list.isError) return <p role="alert">The revisions could not be loaded.</p>
  if (list.data.length === 0)
    return <p>No revisions yet. Your text is autosaved 3 seconds after you stop typing.</p>
  return (
    <div className={styles.columns}>
      <ul className={styles.list} aria-label="Revisions, newest first">
        {list.data.map((line) => (
          <li key={line.id}>
            <button
              type="button"
              aria-pressed={line.id === chosenId}
              onClick={() => {
                onChoose(null)
                setChosenId(line.id)
              }}
            >
              <strong>{revisionName(line)}</strong>
              <br />
              {formatMoment(line.at)}
              <br />
              <span className={styles.soft}>
                {line.by}, {line.wordCount === 1 ? '1 word' : `${line.wordCount} words`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <section className={styles.text} aria-label="Selected revision">
        {chosenId === null && <p className={styles.soft}>Choose a revision to read it.</p>}
        {revision.isError && <p role="alert">This revision could not be loaded.</p>}
        {revision.data !== undefined && (
          <>
            <h3>{revision.data.fields.title || 'Untitled'}</h3>
            <PostText html={revision.data.fields.content} />
          </>
        )}
      </section>
    </div>
  )
}

function revisionName({ kind, version }: RevisionSummary): string {
  return kind === 'saved' ? `Version ${version ?? '?'}` : 'Autosaved draft'
}
