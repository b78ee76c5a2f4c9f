import { useEffect, useEffectEvent, useState } from 'react'
import { useTools } from '../../shell/admin-tools.tsx'
import type { DeskStart } from './desk-start.ts'
import { dropCopy, keepCopy } from './local-copies.ts'
import { holdEditor } from './open-editors.ts'
import { createPostDesk, isDirty, type PostDesk } from './post-desk.ts'
import { textsOf } from './post-form.ts'
import { giveUpDraft, saveDraft } from './save-draft.ts'
import { savePost } from './save-post.ts'

/**
 * The desk of an editor that is open. A post that arrives later changes nothing: the writing has begun.
 * @param readFields brings the last keys to the desk before the tab may go
 */
export function usePostDesk(start: DeskStart | null, by: string, readFields: () => void): PostDesk {
  const {
    api,
    platform: { drafts },
  } = useTools()
  const [desk] = useState(() =>
    createPostDesk({
      start,
      by,
      ports: {
        save: (saving, key) =>
          drafts === undefined ? savePost(api, saving, key) : saveDraft(drafts, saving),
        ...(drafts && { giveUp: (mine, seenVersion) => giveUpDraft(drafts, mine, seenVersion) }),
        autosave: ({ id, postId, version, form }) =>
          api.blog.autosave({
            params: { id: postId, revisionId: id },
            body: { version, fields: textsOf(form) },
          }),
        keepCopy: (copy) => keepCopy(localStorage, copy),
        dropCopy: (id) => dropCopy(localStorage, id),
        hold: holdEditor,
        newId: () => crypto.randomUUID(),
      },
    }),
  )

  const readNow = useEffectEvent(readFields)
  useEffect(() => {
    const keepNow = () => {
      readNow()
      desk.keepLocally()
    }
    const ask = (leaving: BeforeUnloadEvent) => {
      readNow()
      if (isDirty(desk.store.getState())) leaving.preventDefault()
    }
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
      desk.close()
    }
  }, [desk])

  return desk
}
