import type { Revision, RevisionSummary } from '@priormark/core/blog/revision'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { Loading } from '../../platform/ui/list-states.tsx'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { blogKey } from '../post-queries.ts'
import { differingFields } from './conflict-fields.ts'
import { hasSameWords, htmlOf, mergeDifferences } from './differences/word-differences.ts'
import { emptyForm, type PostForm } from './post-form.ts'
import { PostText } from './PostText.tsx'
import styles from './RevisionsDialog.module.css'
import { useShopDates } from '../../platform/session/shop-dates.tsx'

interface RevisionsDialogProps {
  isOpen: boolean
  postId: string
  /** The text in the editor. */
  current: PostForm
  /** @param fields the texts to restore, without the slug unless it was asked for */
  onRestore: (fields: RestoredFields) => void
  onClose: () => void
}

type RestoredFields = Omit<Revision['fields'], 'slug'> & { slug?: string }

/** Lists the revisions of a post, to compare or restore. */
export function RevisionsDialog({ isOpen, postId, current, onRestore, onClose }: RevisionsDialogProps) {
  const [chosen, setChosen] = useState<Revision | null>(null)
  const [isSlugWanted, setSlugWanted] = useState(false)
  const otherSlug = chosen !== null && chosen.fields.slug !== current.slug ? chosen.fields.slug : ''

  function restore({ fields: { slug, ...texts } }: Revision) {
    // A post without an address takes that of the revision.
    onRestore(isSlugWanted || current.slug === '' ? { ...texts, slug } : texts)
  }

  return (
    <Dialog
      title="Revisions"
      isOpen={isOpen}
      onClose={onClose}
      width={920}
      afterClose={() => {
        setChosen(null)
        setSlugWanted(false)
      }}
      footer={[
        otherSlug !== '' && current.slug !== '' && (
          <Checkbox
            key="slug"
            className={styles.slug ?? ''}
            checked={isSlugWanted}
            onChange={({ target }) => setSlugWanted(target.checked)}
          >
            Restore its address too: /blog/{otherSlug}
          </Checkbox>
        ),
        <Button key="close" onClick={onClose}>
          Cancel
        </Button>,
        <Button
          key="restore"
          type="primary"
          disabled={chosen === null}
          onClick={() => chosen && restore(chosen)}
        >
          Restore
        </Button>,
      ]}
    >
      <Revisions postId={postId} current={current} onChoose={setChosen} />
    </Dialog>
  )
}

interface RevisionsProps {
  postId: string
  current: PostForm
  onChoose: (revision: Revision | null) => void
}

function Revisions({ postId, current, onChoose }: RevisionsProps) {
  const { formatMoment } = useShopDates()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const { api } = useAdmin()
  const list = useQuery({
    queryKey: [...blogKey, 'revisions', postId],
    queryFn: ({ signal }) => api.blog.revisions({ params: { id: postId } }, { signal }),
    gcTime: 0,
  })
  const revision = useRevision(postId, chosenId)
  const read = revision.data
  useEffect(() => {
    if (read !== undefined) onChoose(read)
  }, [read, onChoose])

  if (list.isPending) return <Loading label="Loading the revisions" />
  if (list.isError) return <p role="alert">The revisions could not be loaded.</p>
  if (list.data.length === 0)
    return <p>No revisions yet. Your text is autosaved 3 seconds after you stop typing.</p>
  const position = list.data.findIndex(({ id }) => id === chosenId)
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
              <span className="admin-small">
                {line.by}, {line.wordCount === 1 ? '1 word' : `${line.wordCount} words`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <section className={styles.text} aria-label="Selected revision">
        {chosenId === null && <p className="admin-small">Choose a revision to read it.</p>}
        {revision.isError && <p role="alert">This revision could not be loaded.</p>}
        {read !== undefined && (
          <RevisionText
            postId={postId}
            revision={read}
            former={list.data.slice(position + 1).find(({ kind }) => kind === 'saved') ?? null}
            current={current}
          />
        )}
      </section>
    </div>
  )
}

/** Reads a revision with its text. @param id null while none is chosen */
function useRevision(postId: string, id: string | null) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'revision', id],
    queryFn: ({ signal }) => api.blog.revision({ params: { id: postId, revisionId: id ?? '' } }, { signal }),
    enabled: id !== null,
    gcTime: 0,
  })
}

const views = [
  { value: 'current', label: 'Compare with current text' },
  { value: 'former', label: 'Compare with version before' },
  { value: 'text', label: 'Text only' },
]

interface RevisionTextProps {
  postId: string
  revision: Revision
  /** The saved version before it, or null for the first. */
  former: RevisionSummary | null
  current: PostForm
}

/** A revision, with its differences from the text in the editor or from the version before it. */
function RevisionText({ postId, revision, former, current }: RevisionTextProps) {
  const { formatMoment } = useShopDates()
  const [view, setView] = useState('current')
  const formerRevision = useRevision(postId, view === 'former' ? (former?.id ?? null) : null)
  const { fields } = revision
  const compared = { current, former: formerRevision.data?.fields, text: undefined }[view]
  return (
    <>
      <p className="admin-small">
        {revisionName(revision)}, saved by {revision.by} on {formatMoment(revision.at)}
      </p>
      <Radio.Group
        aria-label="Differences"
        options={views.filter(({ value }) => value !== 'former' || former !== null)}
        value={view}
        onChange={({ target }) => setView(String(target.value))}
      />
      {compared === undefined ? (
        <>
          <h3>{fields.title || 'Untitled'}</h3>
          <PostText html={fields.content} />
        </>
      ) : (
        <Changes from={compared} to={fields} />
      )}
    </>
  )
}

/** What changes from one text to another, word by word. */
function Changes({ from, to }: { from: Revision['fields']; to: Revision['fields'] }) {
  const dates = useShopDates()
  const fields = differingFields({ ...emptyForm, ...to }, pickTexts(from), dates).filter(
    ({ label }) => label !== 'Title',
  )
  const isSame = fields.length === 0 && from.title === to.title && from.content === to.content
  return (
    <div className="admin-changes">
      <p className="admin-small">
        {isSame ? (
          'Both texts are the same.'
        ) : (
          <>
            It has <ins>these words</ins> and lacks <del>these words</del>.
          </>
        )}
      </p>
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(({ label, mine, theirs }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dangerouslySetInnerHTML={{ __html: mergeDifferences(htmlOf(theirs), htmlOf(mine)) }} />
            </div>
          ))}
        </dl>
      )}
      <h3 dangerouslySetInnerHTML={{ __html: mergeDifferences(htmlOf(from.title), htmlOf(to.title)) }} />
      {from.content !== to.content && hasSameWords(from.content, to.content) && (
        <p className="admin-small">Only the formatting of the content differs.</p>
      )}
      <PostText html={mergeDifferences(from.content, to.content)} />
    </div>
  )
}

/** Returns the fields that a revision has. */
function pickTexts(form: Revision['fields'] & Partial<PostForm>): Partial<PostForm> {
  const { status: _status, scheduledAt: _scheduledAt, authorId: _authorId, ...texts } = form
  return texts
}

function revisionName({ kind, version }: RevisionSummary): string {
  return kind === 'saved' ? `Version ${version ?? '?'}` : 'Autosaved draft'
}
