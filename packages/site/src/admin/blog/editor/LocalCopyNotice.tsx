import { formatMoment } from '@priormark/core/dates'
import { countWords, textOf } from '@priormark/core/excerpt'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { dropCopy, findCopy, type LocalCopy } from './local-copies.ts'
import styles from './LocalCopyNotice.module.css'
import { openEditorIds } from './open-editors.ts'

interface LocalCopyNoticeProps {
  /** The post that is edited; null for a new one. */
  postId: string | null
  by: string
  onRestore: (copy: LocalCopy) => void
}

/** Offers what an editor left behind that ended without saving: a crash, a closed window, a session that expired. */
export function LocalCopyNotice({ postId, by, onRestore }: LocalCopyNoticeProps) {
  const [copy, setCopy] = useState<LocalCopy | null>(null)

  useEffect(() => {
    let isWanted = true
    void openEditorIds().then((openIds) => {
      if (isWanted) setCopy(findCopy(localStorage, { postId, by, openIds }))
    })
    return () => {
      isWanted = false
    }
  }, [postId, by])

  if (copy === null) return null
  const words = countWords(textOf(copy.form.content))
  return (
    <section className={styles.notice} aria-label="Unsaved text">
      <p>
        Text from {formatMoment(copy.at)} was not saved: “{copy.form.title || 'Untitled'}”,{' '}
        {words === 1 ? '1 word' : `${words} words`}.
      </p>
      <Button
        type="primary"
        onClick={() => {
          setCopy(null)
          onRestore(copy)
        }}
      >
        Restore
      </Button>
      <Button
        onClick={() => {
          dropCopy(localStorage, copy.id)
          setCopy(null)
        }}
      >
        Discard
      </Button>
    </section>
  )
}
