import { useEffect, useEffectEvent, useState } from 'react'
import { useTools } from '../../shell/admin-tools.tsx'
import { dropCopy, keepCopy } from './local-copies.ts'
import { holdEditor } from './open-editors.ts'
import type { PostStart } from './open-post.ts'
import { PostEditorModel } from './post-editor-model.ts'
import { isDirty } from './post-editor-state.ts'
import { textsOf } from './post-form.ts'
import { createPostSaver, createServerSaver } from './post-saver.ts'

/**
 * The model of an open editor. A post that arrives later changes nothing: the writing has begun.
 * @param readFields brings the last keys to the model before the tab may go
 */
export function usePostEditorModel(
  start: PostStart | null,
  by: string,
  readFields: () => void,
): PostEditorModel {
  const {
    api,
    platform: { drafts },
  } = useTools()
  const [model] = useState(() => {
    const newId = () => crypto.randomUUID()
    return new PostEditorModel({
      start,
      by,
      ports: {
        save: createPostSaver(drafts, createServerSaver(api, newId)),
        autosave: ({ id, postId, version, form }) =>
          api.blog.autosave({
            params: { id: postId, revisionId: id },
            body: { version, fields: textsOf(form) },
          }),
        keepCopy: (copy) => keepCopy(localStorage, copy),
        dropCopy: (id) => dropCopy(localStorage, id),
        hold: holdEditor,
        newId,
      },
    })
  })

  const readNow = useEffectEvent(readFields)
  useEffect(() => {
    const keepNow = () => {
      readNow()
      model.keepLocally()
    }
    const ask = (leaving: BeforeUnloadEvent) => {
      readNow()
      if (isDirty(model.store.getState())) leaving.preventDefault()
    }
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
      model.close()
    }
  }, [model])

  return model
}
