import type { UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { countWords, textOf } from '@priormark/core/blog/excerpt'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import styles from './EditorNotice.module.css'
import { findAbandonedText } from './open-editors.ts'
import { formatMoment } from '../../platform/session/shop-dates.ts'

interface UnsavedNoticeProps {
  /** The edited post, or null for a new one. */
  postId: string | null
  onRestore: (text: UnsavedText) => void
}

/** Offers to restore the text of an editor that ended without saving, such as by a crash. */
export function UnsavedNotice({ postId, onRestore }: UnsavedNoticeProps) {
  const { drafts } = useAdmin().platform
  const [text, setText] = useState<UnsavedText | null>(null)

  useEffect(() => {
    let isWanted = true
    findAbandonedText(drafts, postId).then(
      (found) => isWanted && setText(found),
      // Nothing was stored if drafts cannot be stored.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [drafts, postId])

  if (text === null) return null
  const words = countWords(textOf(text.content.content))
  return (
    <section className={styles.notice} aria-label="Unsaved text">
      <p>
        Unsaved changes from {formatMoment(text.at)}: “{text.content.title || 'Untitled'}”,{' '}
        {words === 1 ? '1 word' : `${words} words`}.
      </p>
      <Button
        type="primary"
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
