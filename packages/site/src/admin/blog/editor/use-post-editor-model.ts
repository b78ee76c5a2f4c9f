import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'
import { recordDraftFailure, recordDraftSaved } from '../draft-status.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { blogKey } from '../post-queries.ts'
import { usePerson } from '../../platform/ui/use-role.ts'
import { lockEditor } from './unsaved-text.ts'
import type { PostStart } from './open-post.ts'
import { PostEditorModel } from './post-editor-model.ts'
import { isCreated, isDirty } from './post-editor-state.ts'
import { textsOf } from './post-form.ts'

interface EditorModelOptions {
  /** Later values are ignored. */
  start: PostStart | null
  /** Puts the last typed text into the model before the tab may close. */
  readFields: () => void
  /** A new post has an address now, and stays open. */
  onCreated: (id: string) => void
}

/** The model of an open editor. */
export function usePostEditorModel({ start, readFields, onCreated }: EditorModelOptions): PostEditorModel {
  const {
    api,
    platform: { drafts },
  } = useAdmin()
  const person = usePerson()
  const queryClient = useQueryClient()
  const [model] = useState(() => {
    return new PostEditorModel({
      start,
      authorId: person?.authorId,
      ports: {
        async save(save) {
          const result = await drafts.save(save)
          await queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'], refetchType: 'none' })
          if (result.kind !== 'conflict') recordDraftSaved(result.isStored)
          return result
        },
        autosave: ({ id, postId, basedOn: { version }, content }) =>
          api.blog.autosave({
            params: { id: postId, revisionId: id },
            body: { version, fields: textsOf(content) },
          }),
        storeUnsaved: (text) =>
          drafts.storeUnsaved(text).then(
            () => true,
            (error: unknown) => {
              recordDraftFailure(error)
              return false
            },
          ),
        dropUnsaved: (id) => void drafts.dropUnsaved(id).catch(recordDraftFailure),
        lock: lockEditor,
        newId: () => crypto.randomUUID(),
      },
    })
  })

  const state = useStore(model.store)
  const { postId } = state
  const hasAddress = start === null && isCreated(state) && !state.isLeaving && !state.isDone
  const showAddress = useEffectEvent(onCreated)
  useEffect(() => {
    if (hasAddress) showAddress(postId)
  }, [hasAddress, postId])

  const readNow = useEffectEvent(readFields)
  useEffect(() => {
    const storeNow = () => {
      readNow()
      model.storeLocally()
    }
    const ask = (leaving: BeforeUnloadEvent) => {
      storeNow()
      if (isDirty(model.store.getState())) leaving.preventDefault()
    }
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', storeNow)
    document.addEventListener('visibilitychange', storeNow)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', storeNow)
      document.removeEventListener('visibilitychange', storeNow)
      model.close()
    }
  }, [model])

  return model
}
