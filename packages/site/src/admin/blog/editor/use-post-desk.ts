import type { Api } from '@priormark/core/api'
import { DraftsUnavailable } from '@priormark/core/drafts/draft-desk'
import { useEffect, useEffectEvent, useState } from 'react'
import { noteDraftFailure, noteDraftsKept } from '../../drafts/draft-status.ts'
import { useTools } from '../../shell/admin-tools.tsx'
import type { DeskStart } from './desk-start.ts'
import { createDraftSaver, type DraftSaver } from './draft-saver.ts'
import { dropCopy, keepCopy } from './local-copies.ts'
import { holdEditor } from './open-editors.ts'
import { createPostDesk, isDirty, type PostDesk } from './post-desk.ts'
import { textsOf } from './post-form.ts'
import { savePost, type PostSaving, type SaveOutcome } from './save-post.ts'

/**
 * The desk of an editor that is open. A post that arrives later changes nothing: the writing has begun.
 * @param readFields brings the last keys to the desk before the tab may go
 */
export function usePostDesk(start: DeskStart | null, by: string, readFields: () => void): PostDesk {
  const {
    api,
    platform: { drafts },
  } = useTools()
  const [desk] = useState(() => {
    const saver = drafts && createDraftSaver(drafts, start)
    return createPostDesk({
      start,
      by,
      ports: {
        save: (saving, key) =>
          saver === undefined ? savePost(api, saving, key) : saveHereElseThere(saver, api, saving, key),
        ...(saver && { giveUp: saver.giveUp }),
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
    })
  })

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

/** Saves on this machine, which brings it to the server; on the server alone where the machine has no room for drafts. */
async function saveHereElseThere(
  saver: DraftSaver,
  api: Api,
  saving: PostSaving,
  key: string,
): Promise<SaveOutcome> {
  try {
    const outcome = await saver.save(saving)
    noteDraftsKept()
    return outcome
  } catch (error) {
    if (!(error instanceof DraftsUnavailable)) throw error
    noteDraftFailure(error)
    return savePost(api, saving, key)
  }
}
