import type { DraftView, TheirText } from '@priormark/core/blog/drafts/draft-service'
import { type PostInput, postStateLabels } from '@priormark/core/blog/post'
import { Button } from 'antd'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { ScreenTitle } from '../../platform/ui/ScreenTitle.tsx'
import { useRevisions } from '../post-queries.ts'
import styles from './ConflictScreen.module.css'
import { hasSameWords, htmlOf, markAdditions } from './word-differences.ts'
import './post-text.css'
import { useShopDates, type ShopDates } from '../../platform/session/shop-dates.tsx'
import { useNavigate } from 'react-router-dom'
import { toastError } from '../../../ui/toast-store.ts'
import { useStore } from 'zustand'
import type { PostEditorModel } from './post-editor-model.ts'
import { listPath } from '../post-rows.ts'
import type { useEditorSave } from './use-saving.tsx'

interface ConflictScreenProps {
  model: PostEditorModel
  saving: ReturnType<typeof useEditorSave>
  theirs: TheirText
}

/** Shows both versions of a conflict side by side, with choices that lose neither. */
export function ConflictScreen({ model, saving, theirs }: ConflictScreenProps) {
  const { postId, form: mine, isSaving } = useStore(model.store)
  const { text: theirForm, savedAt } = theirs
  const dates = useShopDates()
  const differences = theirForm === null ? [] : differingFields(mine, theirForm, dates)
  const savedBy = useSavedBy(postId, theirs)
  const isOtherWindow = savedAt !== null
  const content = markAdditions(theirForm?.content ?? mine.content, mine.content)
  const theirContent = markAdditions(mine.content, theirForm?.content ?? '')
  return (
    <section className="admin-changes" aria-label="Compare versions">
      <ScreenTitle title={theirForm === null ? 'This post was deleted' : 'Someone else changed this post'} />
      <p className={styles.lead}>
        {theirForm === null
          ? 'It was deleted while you were writing. Your version is still here.'
          : `${savedBy === null ? 'It was saved' : `${savedBy.by} saved it`}${whenText(savedBy?.at ?? savedAt, dates)}${isOtherWindow ? ' in another window' : ''} while you were writing. Both versions are kept, whatever you choose.`}
      </p>
      {theirForm !== null && (
        <p className={styles.lead}>
          {hasSameWords(mine.content, theirForm.content) ? 'The words of the content are the same.' : ''}{' '}
          Words that only one version has are <ins>marked</ins>.
        </p>
      )}
      <div className="admin-head">
        <Button type="primary" disabled={isSaving} onClick={() => void saving.keepMine()}>
          {theirForm === null ? 'Restore with my version' : 'Keep mine'}
        </Button>
        <Button disabled={isSaving} onClick={() => void saving.takeTheirs()}>
          {theirForm === null ? 'Leave it deleted' : 'Take theirs'}
        </Button>
        <Button disabled={isSaving} onClick={() => void saving.saveAsCopy()}>
          Save mine as a copy
        </Button>
        <Button type="text" disabled={isSaving} onClick={model.dismissConflict}>
          Back to my version
        </Button>
      </div>
      <div className={styles.columns}>
        <article className="admin-card" aria-label="My version">
          <h2>My version, not saved yet</h2>
          <Differences lines={differences} side="mine" otherSide="theirs" />
          <h3>{mine.title || 'Untitled'}</h3>
          <div className={styles.content}>
            <PostText html={content} />
          </div>
        </article>
        <article className="admin-card" aria-label="Their version">
          {theirForm === null ? (
            <p>The post no longer exists.</p>
          ) : (
            <>
              <h2>
                Their version {theirs.version}
                {savedBy !== null && `, saved by ${savedBy.by}`}
              </h2>
              <Differences lines={differences} side="theirs" otherSide="mine" />
              <h3>{theirForm.title}</h3>
              <div className={styles.content}>
                <PostText html={theirContent} />
              </div>
            </>
          )}
        </article>
      </div>
    </section>
  )
}

function whenText(at: string | null, { formatMoment }: ShopDates): string {
  return at === null ? '' : ` at ${formatMoment(at)}`
}

/** Who saved the other version, and when. Null if the server does not know, or another window of this computer saved it. */
function useSavedBy(postId: string, { version, savedAt, text }: TheirText) {
  const revisions = useRevisions(postId, savedAt === null && text !== null)
  return revisions.data?.find((revision) => revision.kind === 'saved' && revision.version === version) ?? null
}

interface DifferencesProps {
  lines: ReturnType<typeof differingFields>
  side: 'mine' | 'theirs'
  otherSide: 'mine' | 'theirs'
}

function Differences({ lines, side, otherSide }: DifferencesProps) {
  if (lines.length === 0) return null
  return (
    <dl className={styles.facts}>
      {lines.map((line) => (
        <div key={line.label}>
          <dt className="admin-small">{line.label} (differs)</dt>
          <dd
            dangerouslySetInnerHTML={{
              __html: markAdditions(htmlOf(line[otherSide]), htmlOf(line[side])) || '(empty)',
            }}
          />
        </div>
      ))}
    </dl>
  )
}

/** A post that was deleted on this computer but not on the server yet. */
export function RemovedPost({ view }: { view: DraftView }) {
  const { id, state, theirs, revision } = view
  const { drafts } = useAdmin().platform
  const navigate = useNavigate()
  const back = () => navigate(listPath)

  async function resolve(resolution: 'mine' | 'theirs'): Promise<void> {
    const basedOn = { version: theirs?.version ?? null, revision }
    const result = await drafts.save({ id, content: null, basedOn, resolution })
    if (result.kind === 'conflict') {
      toastError('The post changed again', 'Open the post again and compare the versions.')
    }
    await back()
  }

  if (state !== 'conflict') {
    return (
      <div className="admin-message">
        <ScreenTitle title="This post is deleted" />
        <p>It’s deleted on this computer, and will be deleted on the server as soon as possible.</p>
        <Button onClick={() => void back()}>Back</Button>
      </div>
    )
  }
  const text = theirs?.text ?? null
  return (
    <section aria-label="Deleted here, changed on the server">
      <ScreenTitle title="Someone changed the post that you deleted" />
      <p className={styles.lead}>
        {text === null ? 'It was deleted on the server too.' : 'It was saved after you last saw it.'}
      </p>
      <div className="admin-head">
        <Button type="primary" danger={text !== null} onClick={() => void resolve('mine')}>
          {text === null ? 'Leave it deleted' : 'Delete anyway'}
        </Button>
        {text !== null && <Button onClick={() => void resolve('theirs')}>Keep theirs</Button>}
        <Button type="text" onClick={() => void back()}>
          Decide later
        </Button>
      </div>
      {text !== null && (
        <article className="admin-card" aria-label="Their version">
          <h2>Their version {theirs?.version}</h2>
          <h3>{text.title}</h3>
          <div className={styles.content}>
            <PostText html={text.content} />
          </div>
        </article>
      )}
    </section>
  )
}

/** Renders a post's HTML. It is safe: the server sanitized it, or the rich editor wrote it by the same rules. */
export function PostText({ html }: { html: string }) {
  return <div className="ck-content prose" dangerouslySetInnerHTML={{ __html: html }} />
}

const fieldLabels: readonly [keyof PostInput, string][] = [
  ['title', 'Title'],
  ['slug', 'URL Slug'],
  ['status', 'Status'],
  ['scheduledAt', 'Schedule for'],
  ['excerpt', 'Excerpt'],
  ['featuredImage', 'Featured Image URL'],
  ['categories', 'Categories'],
  ['tags', 'Tags'],
  ['metaTitle', 'Meta Title'],
  ['metaDescription', 'Meta Description'],
  ['metaKeywords', 'Meta Keywords'],
]

/** Returns the fields other than the content that differ between two versions. A field that `theirs` lacks counts as equal. */
export function differingFields(
  mine: PostInput,
  theirs: Partial<PostInput>,
  { formatMoment }: ShopDates,
): { label: string; mine: string; theirs: string }[] {
  function displayText(field: keyof PostInput, value: PostInput[keyof PostInput]): string {
    if (field === 'status') return postStateLabels[value === 'published' ? value : 'draft']
    if (field === 'scheduledAt' && typeof value === 'string') return formatMoment(value)
    if (Array.isArray(value)) return value.join(', ')
    return value === null ? '' : String(value)
  }

  return fieldLabels.flatMap(([field, label]) => {
    const value = theirs[field]
    if (value === undefined) return []
    const line = { label, mine: displayText(field, mine[field]), theirs: displayText(field, value) }
    return line.mine === line.theirs ? [] : [line]
  })
}
