import type { SaveResult } from '@priormark/core/blog/drafts/draft-service'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useRef, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { isUnauthenticated } from '../../platform/session/query-client.ts'
import { scheduleText } from '../post-labels.ts'
import { savedPostLink } from '../public-post.tsx'
import { PostEditorModel } from './post-editor-model.ts'
import { isDirty, isCreated, textsOf } from './post-form.ts'
import { type SavedPlace, lockEditor } from './unsaved-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { recordDraftFailure, recordDraftSaved } from '../draft-queries.ts'
import { blogKey } from '../post-queries.ts'
import { usePerson } from '../../platform/ui/use-role.ts'
import type { PostStart } from './open-post.ts'

interface EditorModelOptions {
  /** Later values are ignored. */
  start: PostStart | null
  /** Puts the last typed text into the model before the tab may close. */
  readFields: () => void
  /** A new post has an address now, and stays open. */
  onCreated: (id: string) => void
}

export function usePostEditorModel({ start, readFields, onCreated }: EditorModelOptions): PostEditorModel {
  const { api, platform } = useAdmin()
  const { drafts } = platform
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

export const listPath = '/admin/blog'

interface SaveDeps {
  model: PostEditorModel
  isUploading: () => boolean
  /** The form has errors, found here or by the server. */
  onRejected: () => void
}

const savedPlaceTexts: Record<SavedPlace, string> = {
  revision: 'You’ll find it under History.',
  unsaved: 'It’s saved on this computer. You can restore it when you open this post again.',
  discarded: 'You’ll find it under History.',
}

/** Saving with toasts, and the navigation back to the list. */
export function useEditorSave({ model, isUploading, onRejected }: SaveDeps) {
  const { session, platform } = useAdmin()
  const navigate = useNavigate()
  const dates = useShopDates()

  const isAskedAgain = useRef(false)
  const viewLink = () => savedPostLink(model.store.getState().form, platform)

  const goToList = async () => navigate(listPath)

  function isCreation() {
    const { isNew, basedOn } = model.store.getState()
    return isNew || basedOn.version === null
  }

  /** Saves, shows errors, and passes what was saved to `onSaved`. */
  async function run(
    isNew: boolean,
    saving: () => Promise<SaveResult | null>,
    onSaved: (result: Extract<SaveResult, { kind: 'saved' | 'queued' }>) => Promise<void>,
  ) {
    const [title, failure] = isNew
      ? ['Error creating post', 'Failed to create post']
      : ['Error updating post', 'Failed to update post']
    const showError = (description: string) => toastError(title, description)
    if (isUploading()) return showError('An image is still being uploaded')
    try {
      const result = await saving()
      if (result === null) return onRejected()
      if (result.kind === 'rejected') {
        showError(result.problem.message ?? failure)
        onRejected()
      }
      if (result.kind === 'failed') {
        showError(result.message ?? failure)
        if (model.store.getState().isDone) await goToList()
      }
      if (result.kind === 'saved') await onSaved(result)
      if (result.kind === 'queued') {
        toast({
          title: 'Waiting to be sent',
          description: 'Saved on this computer. It will be sent when the server is available.',
        })
        await onSaved(result)
        if (result.isLoggedOut) session.expire()
      }
    } catch (error) {
      if (isUnauthenticated(error)) session.expire()
      else showError(messageOf(error, failure))
    }
  }

  /** Saves and returns to the list. */
  async function finish(isNew: boolean, saving: () => Promise<SaveResult | null>) {
    if (model.store.getState().isSaving) return
    await run(isNew, saving, async (result) => {
      if (result.kind === 'saved') {
        const title = isNew ? 'Post created' : 'Post updated'
        toast({ title, description: result.title, action: viewLink() })
      }
      // After the login, the address leads back to the post.
      if (isNew || result.kind === 'saved' || !result.isLoggedOut) await goToList()
    })
  }

  /** Saves and stays in the editor. A call during a save repeats it afterwards, for what was typed meanwhile. */
  async function saveInPlace(title = 'Saved.'): Promise<void> {
    const { isSaving, isSent, isNew } = model.store.getState()
    isAskedAgain.current = isSaving
    if (isSaving) return
    const toastSaved = () => {
      const { form } = model.store.getState()
      toast({ title, description: scheduleText(form, dates) ?? '', action: viewLink() })
    }
    if (isSent && !isNew && !isDirty(model.store.getState())) return toastSaved()
    await run(
      isCreation(),
      () => model.save({ isInPlace: true }),
      async (result) => {
        if (result.kind === 'saved') toastSaved()
      },
    )
    if (isAskedAgain.current) await saveInPlace(title)
  }

  return {
    save: () => finish(isCreation(), () => model.save()),
    saveInPlace,
    keepMine: () => finish(false, () => model.keepMine()),
    saveAsCopy: () => finish(true, () => model.saveAsCopy()),
    async takeTheirs() {
      try {
        const place = await model.takeTheirs()
        if (place === null) return
        toast({ title: 'Your version was saved', description: savedPlaceTexts[place] })
        if (model.store.getState().isDone) await goToList()
      } catch {
        toastError(
          'Your version isn’t saved yet',
          'Neither the server nor this browser could save it. Nothing was changed.',
        )
      }
    },
    goToList,
  }
}
