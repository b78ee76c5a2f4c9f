import { ApiError } from '@priormark/core/platform/http/api-error'
import { useShopDates, type ShopDates } from '../../platform/session/shop-dates.tsx'
import { findAbandonedTexts } from './unsaved-text.ts'
import { useDraftState } from '../draft-queries.ts'
import { counted } from '@priormark/core/platform/counted'
import { StaleNotice } from '../../platform/ui/lost-server.tsx'
import type { AutosaveState, PostStart, PostEditorState } from './post-form.ts'
import styles from './PostEditor.module.css'
import type { UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { countWords, textOf } from '@priormark/core/blog/excerpt'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useAdmin } from '../../platform/session/admin-context.tsx'

type AutosavedState = Pick<PostEditorState, 'autosave' | 'savedAtMs' | 'isSent' | 'postId'>

/** The state of autosaving. Not a live region, because screen readers would speak after every pause. */
export function AutosaveNote({ state }: { state: AutosavedState }) {
  const { autosave, savedAtMs, isSent, postId } = state
  const draft = useDraftState(postId)
  const isOnServer = isSent || draft.data === 'clean'
  return (
    <span className="admin-soft" data-autosave={autosave.kind}>
      {noteOf(autosave, savedAtMs, isOnServer, useShopDates())}
    </span>
  )
}

function noteOf(
  state: AutosaveState,
  savedAtMs: number | null,
  isOnServer: boolean,
  { formatTime }: ShopDates,
): string {
  switch (state.kind) {
    case 'idle':
      if (savedAtMs === null) return ''
      return `Saved ${isOnServer ? '' : 'on this computer '}at ${formatTime(savedAtMs)}`
    case 'waiting':
      return 'Unsaved changes'
    case 'saving':
      return 'Autosaving…'
    case 'saved':
      return `Draft autosaved at ${formatTime(state.atMs)}; not live yet`
    case 'failed':
      return `${autosaveFailure(state.error)} Your changes are saved on this computer.`
  }
}

function autosaveFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server can’t be reached.'
  return error.status === 401 ? 'Your session has expired.' : 'The server couldn’t save the post.'
}

/** Says whether the opened text differs from the server's or may be outdated. */
export function DraftNotice({ start }: { start: PostStart | null }) {
  if (start === null) return null
  if (start.seenAt !== null) return <StaleNotice at={start.seenAt} />
  return start.isDraft || start.problem !== null ? <UnsentNotice start={start} /> : null
}

/** Shown until the draft is sent, which may happen while it is open. */
function UnsentNotice({ start: { id, problem, isDraft } }: { start: PostStart }) {
  const state = useDraftState(id)
  if (state.data === 'clean') return null
  const failure = `${isDraft ? 'Not sent' : 'Not deleted'}: ${problem?.message ?? 'The server rejected this post.'}`
  return (
    <div className={`admin-line ${styles.notice}`} role={problem === null ? undefined : 'alert'}>
      <p>
        {problem === null ? 'This version is saved on this computer but not on the server yet.' : failure}
      </p>
    </div>
  )
}

interface UnsavedNoticeProps {
  /** The edited post, or null for a new one. */
  postId: string | null
  onRestore: (text: UnsavedText) => void
}

/** Offers to restore the text of an editor that ended without saving, such as by a crash. */
export function UnsavedNotice({ postId, onRestore }: UnsavedNoticeProps) {
  const { formatMoment } = useShopDates()
  const { drafts } = useAdmin().platform
  const [text, setText] = useState<UnsavedText | null>(null)

  useEffect(() => {
    let isCurrent = true
    findAbandonedTexts(drafts, postId).then(
      ([newest = null]) => isCurrent && setText(newest),
      // Nothing was stored if drafts cannot be stored.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [drafts, postId])

  if (text === null) return null
  return (
    <section className={`admin-line ${styles.notice}`} aria-label="Unsaved text">
      <p>
        Unsaved changes from {formatMoment(text.at)}: “{text.content.title || 'Untitled'}”,{' '}
        {counted(countWords(textOf(text.content.content)), 'word', 'words')}.
      </p>
      <Button
        onClick={() => {
          setText(null)
          onRestore(text)
        }}
      >
        Restore
      </Button>
      <Button
        onClick={() => {
          void drafts.dropUnsaved(text.id)
          setText(null)
        }}
      >
        Discard
      </Button>
    </section>
  )
}
