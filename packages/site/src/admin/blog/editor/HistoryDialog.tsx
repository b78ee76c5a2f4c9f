import type { DraftService } from '@priormark/core/blog/drafts/draft-service'
import { countWords, textOf } from '@priormark/core/blog/excerpt'
import type { Revision, RevisionSummary } from '@priormark/core/blog/post'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../platform/ui/dialogs.tsx'
import { Loading } from '../../platform/ui/list-states.tsx'
import { counted } from '@priormark/core/platform/counted'
import { differingFields, PostText } from './ConflictScreen.tsx'
import { hasSameWords, htmlOf, mergeDifferences } from './word-differences.ts'
import { emptyForm, textsOf } from './post-form.ts'
import { findAbandonedTexts } from './unsaved-text.ts'
import styles from './HistoryDialog.module.css'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { draftsKey } from '../draft-queries.ts'
import { blogKey, useRevisions } from '../post-queries.ts'

interface HistoryDialogProps {
  isOpen: boolean
  postId: string
  current: Revision['fields']
  /** @param fields the texts to restore, without the slug unless it was asked for */
  onRestore: (fields: RestoredFields) => void
  onClose: () => void
}

type RestoredFields = Omit<Revision['fields'], 'slug'> & { slug?: string }

/** Lists the earlier texts of a post, to compare or restore. */
export function HistoryDialog({ isOpen, ...props }: HistoryDialogProps) {
  return (
    <Dialog title="History" isOpen={isOpen} onClose={props.onClose} width={920} footer={null}>
      <History {...props} />
    </Dialog>
  )
}

function History({ postId, current, onRestore, onClose }: Omit<HistoryDialogProps, 'isOpen'>) {
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [isSlugWanted, setSlugWanted] = useState(false)
  const { texts, isPending, hasServerFailed } = useHistory(postId)
  const position = texts.findIndex(({ id }) => id === selectedId)
  const selectedText = texts[position] ?? null
  const revision = useRevision(postId, selectedText?.fields === null ? selectedText.id : null)
  const fields = selectedText?.fields ?? revision.data?.fields
  const otherSlug = fields !== undefined && fields.slug !== current.slug ? fields.slug : ''

  function restore() {
    if (fields === undefined) return
    const { slug: _slug, ...others } = fields
    // A post without an address takes that of the text.
    onRestore(isSlugWanted || current.slug === '' ? fields : others)
  }

  if (isPending) return <Loading label="Loading the history" />
  return (
    <>
      {hasServerFailed && (
        <p role="alert">The versions on the server could not be loaded. These texts are on this computer.</p>
      )}
      {texts.length === 0 && !hasServerFailed ? (
        <p>No earlier texts yet. Your text is autosaved 3 seconds after you stop typing.</p>
      ) : (
        <div className={styles.columns}>
          <TextList texts={texts} selectedId={selectedId} onChoose={setSelectedId} />
          <section className={styles.text} aria-label="Selected text">
            {selectedId === null && <p className="admin-small">Choose a text to read it.</p>}
            {revision.isError && <p role="alert">This text could not be loaded.</p>}
            {selectedText !== null && fields !== undefined && (
              <EarlierTextView
                postId={postId}
                text={selectedText}
                fields={fields}
                previousVersion={texts.slice(position + 1).find(({ isVersion }) => isVersion) ?? null}
                current={current}
              />
            )}
          </section>
        </div>
      )}
      <div className={`admin-line ${styles.buttons}`}>
        {otherSlug !== '' && current.slug !== '' && (
          <Checkbox
            className={styles.slug ?? ''}
            checked={isSlugWanted}
            onChange={({ target }) => setSlugWanted(target.checked)}
          >
            Restore its address too: /blog/{otherSlug}
          </Checkbox>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" disabled={fields === undefined} onClick={restore}>
          Restore
        </Button>
      </div>
    </>
  )
}

interface TextListProps {
  texts: readonly EarlierText[]
  selectedId: string | null
  onChoose: (id: string) => void
}

function TextList({ texts, selectedId, onChoose }: TextListProps) {
  const { formatMoment } = useShopDates()
  return (
    <ul className={`admin-list ${styles.list}`} aria-label="Earlier texts, newest first">
      {texts.map(({ id, name, at, by, wordCount }) => (
        <li key={id}>
          <button
            type="button"
            className="admin-text-button"
            aria-pressed={id === selectedId}
            onClick={() => onChoose(id)}
          >
            <strong>{name}</strong>
            <br />
            {formatMoment(at)}
            <br />
            <span className="admin-small">
              {by !== null && `${by}, `}
              {counted(wordCount, 'word', 'words')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const views = [
  { value: 'current', label: 'Compare with the current text' },
  { value: 'previous', label: 'Compare with the previous version' },
  { value: 'text', label: 'Text only' },
]

interface EarlierTextProps {
  postId: string
  text: EarlierText
  fields: Revision['fields']
  /** The saved version before it, or null for the first. */
  previousVersion: EarlierText | null
  current: Revision['fields']
}

/** An earlier text, with its differences from the text in the editor or from the version before it. */
function EarlierTextView({ postId, text, fields, previousVersion, current }: EarlierTextProps) {
  const { formatMoment } = useShopDates()
  const [view, setView] = useState('current')
  const previousRevision = useRevision(postId, view === 'previous' ? (previousVersion?.id ?? null) : null)
  const comparedFields = { current, previous: previousRevision.data?.fields, text: undefined }[view]
  return (
    <>
      <p className="admin-small">
        {text.name}, saved {text.by !== null && `by ${text.by} `}on {formatMoment(text.at)}
      </p>
      <Radio.Group
        aria-label="Differences"
        options={views.filter(({ value }) => value !== 'previous' || previousVersion !== null)}
        value={view}
        onChange={({ target }) => setView(String(target.value))}
      />
      {comparedFields === undefined ? (
        <>
          <h3>{fields.title || 'Untitled'}</h3>
          <PostText html={fields.content} />
        </>
      ) : (
        <Changes from={comparedFields} to={fields} />
      )}
    </>
  )
}

function Changes({ from, to }: { from: Revision['fields']; to: Revision['fields'] }) {
  const dates = useShopDates()
  const fields = differingFields({ ...emptyForm, ...to }, from, dates).filter(
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
              <dt className="admin-small">{label}</dt>
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

/** An earlier text of a post: a revision on the server, or a text that only this computer has. */
interface EarlierText extends Pick<RevisionSummary, 'id' | 'at' | 'wordCount'> {
  name: string
  /** Whether it is a saved version of the post. */
  isVersion: boolean
  /** Who saved it; null for a text that only this computer has. */
  by: string | null
  /** Null if they must be read from the server. */
  fields: Revision['fields'] | null
}

/** The earlier texts of a post, newest first. Without the server, those of this computer. */
function useHistory(postId: string) {
  const { drafts } = useAdmin().platform
  const revisions = useRevisions(postId)
  const local = useQuery({
    queryKey: [...draftsKey, 'history', postId],
    queryFn: () => localTexts(drafts, postId),
    gcTime: 0,
  })
  const texts = [...(revisions.data ?? []).map(toEarlierText), ...(local.data ?? [])]
  return {
    isPending: revisions.isPending || local.isPending,
    hasServerFailed: revisions.isError,
    texts: texts.sort((one, other) => other.at.localeCompare(one.at)),
  }
}

/** Reads the text of a revision. @param id null while none is selected */
function useRevision(postId: string, id: string | null) {
  const { api } = useAdmin()
  return useQuery({
    queryKey: [...blogKey, 'revision', id],
    queryFn: ({ signal }) => api.blog.revision({ params: { id: postId, revisionId: id ?? '' } }, { signal }),
    enabled: id !== null,
    gcTime: 0,
  })
}

/** Returns the texts of a post that only this computer has; none if drafts cannot be stored here. */
async function localTexts(drafts: DraftService, postId: string): Promise<EarlierText[]> {
  const [unsaved, discarded] = await Promise.all([
    findAbandonedTexts(drafts, postId).catch(() => []),
    drafts.discarded().catch(() => []),
  ])
  return [
    ...unsaved.map((draft) => ({ ...draft, name: 'Unsaved text on this computer', text: draft.content })),
    ...discarded
      .filter((draft) => draft.postId === postId)
      .map((draft) => ({ ...draft, name: 'Discarded draft on this computer' })),
  ].map(({ id, name, at, text }) => {
    const wordCount = countWords(textOf(text.content))
    // An unsaved text and its autosaved draft on the server have the same id.
    return { id: `local ${id}`, name, isVersion: false, at, by: null, wordCount, fields: textsOf(text) }
  })
}

function toEarlierText({ id, kind, version, at, by, wordCount }: RevisionSummary): EarlierText {
  const isVersion = kind === 'saved'
  const name = isVersion ? `Version ${version ?? '?'}` : 'Autosaved draft'
  return { id, name, isVersion, at, by, wordCount, fields: null }
}
