import type { SaveResult } from '@priormark/core/blog/drafts/draft-service'
import { postState } from '@priormark/core/blog/post'
import { messageOf } from '@priormark/core/platform/http/api-error'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { isUnauthenticated } from '../../platform/session/query-client.ts'
import { useShopDates } from '../../platform/session/shop-dates.tsx'
import { ActionMenu, type MenuAction } from '../../platform/ui/ActionMenu.tsx'
import { scheduleText, savedPostLink } from '../post-labels.tsx'
import { listPath } from '../post-rows.ts'
import type { PostEditorModel } from './post-editor-model.ts'
import { isDirty } from './post-form.ts'
import type { SavedPlace } from './unsaved-text.ts'

const savedPlaceTexts: Record<SavedPlace, string> = {
  revision: 'You’ll find it under History.',
  unsaved: 'It’s saved on this computer. You can restore it when you open this post again.',
  discarded: 'You’ll find it under History.',
}

/** Saves with toasts, and returns to the list. @param onRejected called when this page or the server finds errors in the form */
export function useEditorSave(model: PostEditorModel, onRejected: () => void) {
  const { session, platform } = useAdmin()
  const navigate = useNavigate()
  const dates = useShopDates()

  const isSaveRequested = useRef(false)
  const viewLink = () => savedPostLink(model.store.getState().form, platform)

  const goToList = async () => navigate(listPath)

  function isCreation() {
    const { isNew, basedOn } = model.store.getState()
    return isNew || basedOn.version === null
  }

  /** Saves, shows errors, and passes what was saved to `onSaved`. */
  async function runSave(
    isNew: boolean,
    save: () => Promise<SaveResult | null>,
    onSaved: (result: Extract<SaveResult, { kind: 'saved' | 'queued' }>) => Promise<void>,
  ) {
    const [title, failure] = isNew
      ? ['Error creating post', 'Failed to create post']
      : ['Error updating post', 'Failed to update post']
    const showError = (description: string) => toastError(title, description)
    if (model.rich?.isUploading() === true) return showError('An image is still being uploaded')
    try {
      const result = await save()
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
  async function saveAndLeave(isNew: boolean, save: () => Promise<SaveResult | null>) {
    if (model.store.getState().isSaving) return
    await runSave(isNew, save, async (result) => {
      if (result.kind === 'saved') {
        const title = isNew ? 'Post created' : 'Post updated'
        toast({ title, description: result.title, action: viewLink() })
      }
      // If the session has expired, the editor stays in the address, so that the person returns to it after the login.
      if (isNew || result.kind === 'saved' || !result.isLoggedOut) await goToList()
    })
  }

  /** Saves and stays in the editor. A call during a save starts another one afterwards, for what was typed since. */
  async function saveInPlace(title = 'Saved.'): Promise<void> {
    const { isSaving, isSent, isNew } = model.store.getState()
    isSaveRequested.current = isSaving
    if (isSaving) return
    const toastSaved = () => {
      const { form } = model.store.getState()
      toast({ title, description: scheduleText(form, dates) ?? '', action: viewLink() })
    }
    if (isSent && !isNew && !isDirty(model.store.getState())) return toastSaved()
    await runSave(
      isCreation(),
      () => model.save({ isInPlace: true }),
      async (result) => {
        if (result.kind === 'saved') toastSaved()
      },
    )
    if (isSaveRequested.current) await saveInPlace(title)
  }

  return {
    save: () => saveAndLeave(isCreation(), () => model.save()),
    saveInPlace,
    keepMine: () => saveAndLeave(false, () => model.keepMine()),
    saveAsCopy: () => saveAndLeave(true, () => model.saveAsCopy()),
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

const AltTextsDialog = lazyDialog(async () => (await import('./PublishDialogs.tsx')).AltTextsDialog, 'images')
const ScheduleDialog = lazyDialog(async () => (await import('./PublishDialogs.tsx')).ScheduleDialog, 'isOpen')

/** Publishes and schedules without leaving the editor, after asking for missing texts. Returns the menu for it and its dialogs. */
export function usePublishing(model: PostEditorModel, editorSave: ReturnType<typeof useEditorSave>) {
  const { base, form, isPublished, isSaving } = useStore(model.store)
  const [isScheduling, setScheduling] = useState(false)
  const [pendingSave, setPendingSave] = useState<{ images: string[]; save: () => void } | null>(null)
  /** The images that the author was asked about before. They may be meant to have no text. */
  const askedImages = useRef<readonly string[]>([])

  function askForAltTexts(save: () => void) {
    const { isPublished, base, form } = model.store.getState()
    const images = imagesWithoutAlt(form.content)
    const isPublishedOrScheduled = isPublished || base.scheduledAt !== null
    // Images without a text in the published version were accepted before.
    const publishedImages = isPublishedOrScheduled ? imagesWithoutAlt(base.content) : []
    const acceptedImages = [...askedImages.current, ...publishedImages]
    if (images.every((image) => acceptedImages.includes(image))) return save()
    setPendingSave({ images, save })
  }

  /** Saves the current text. Asks for alternative texts first, if that publishes images. */
  function requestSave(save: () => void) {
    model.readContent()
    const { status, scheduledAt } = model.store.getState().form
    if (status === 'published' || scheduledAt !== null) askForAltTexts(save)
    else save()
  }

  function publish(change: Parameters<PostEditorModel['edit']>[0], title: string) {
    model.readContent()
    askForAltTexts(() => {
      model.edit(change)
      void editorSave.saveInPlace(title)
    })
  }

  function saveDraft() {
    model.readContent()
    model.edit({ status: 'draft', scheduledAt: null })
    void editorSave.saveInPlace()
  }

  const isScheduled = postState(base) === 'scheduled'
  const label = isPublished ? 'Update' : 'Publish'
  const actions: MenuAction[] = isPublished
    ? [
        { label: 'Update the post', run: () => publish({ status: 'published' }, 'Post updated') },
        { label: 'Unpublish', run: saveDraft },
      ]
    : [
        { label: 'Publish now', run: () => publish({ status: 'published' }, 'Post published') },
        { label: isScheduled ? 'Change the time…' : 'Schedule…', run: () => setScheduling(true) },
        { label: isScheduled ? 'Unschedule' : 'Save draft', run: saveDraft },
      ]
  const menu = <ActionMenu label={label} text={label} disabled={isSaving} actions={actions} />

  const dialogs = (
    <>
      <ScheduleDialog
        isOpen={isScheduling}
        scheduledAt={form.scheduledAt}
        onClose={() => setScheduling(false)}
        onSubmit={(at) => {
          setScheduling(false)
          publish({ status: 'draft', scheduledAt: at }, 'Post scheduled')
        }}
      />
      <AltTextsDialog
        images={pendingSave?.images ?? null}
        onClose={() => setPendingSave(null)}
        onSubmit={(texts) => {
          model.rich?.setAltTexts(texts)
          model.readContent()
          askedImages.current = imagesWithoutAlt(model.store.getState().form.content)
          setPendingSave(null)
          pendingSave?.save()
        }}
      />
    </>
  )
  return { menu, requestSave, dialogs }
}

/** Returns the addresses of a post's images without alternative text, in the order of the text. */
function imagesWithoutAlt(html: string): string[] {
  const images = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('img')
  return Array.from(images)
    .filter(({ alt }) => alt.trim() === '')
    .map((image) => image.getAttribute('src') ?? '')
}
