import { Button } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react'
import { useStore } from 'zustand'
import { narrowQuery, useMediaQuery } from '../../platform/ui/media.ts'
import { PostViewsCard } from '../ViewsCard.tsx'
import { AutosaveNote, DraftNotice, UnsavedNotice } from './EditorNotices.tsx'
import { ConflictScreen } from './ConflictScreen.tsx'
import { EditorDialogs, LeaveDialog, type OpenedDialog } from './EditorDialogs.tsx'
import { type PostStart, isCreated, isDirty, textsOf } from './post-form.ts'
import { PostContentCard, type ContentTab } from './PostContentCard.tsx'
import styles from './PostEditor.module.css'
import { PostEditorHead } from './PostEditorHead.tsx'
import { PostSettings, SeoSettings } from './PostSettings.tsx'
import { usePerson } from '../../platform/ui/use-role.ts'
import { useAdmin } from '../../platform/session/admin-context.tsx'
import { recordDraftFailure, recordDraftStored } from '../draft-queries.ts'
import { blogKey } from '../post-queries.ts'
import { PostEditorModel } from './post-editor-model.ts'
import { useSaveKey, useWindowEvent } from '../../platform/ui/window-events.ts'
import { isDialogOpen } from '../../platform/ui/open-dialogs.ts'
import { useEditorSave, usePublishing } from './use-saving.tsx'

interface PostEditorProps {
  /** The post to edit, or null for a new one. */
  start: PostStart | null
  /** Called when a new post has an address. It stays open. */
  onCreated: (id: string) => void
}

/** The editor of an existing or a new post. */
export function PostEditor({ start, onCreated }: PostEditorProps) {
  const model = usePostEditorModel(start, onCreated)
  const state = useStore(model.store)
  const { theirs, isSaving, isNew, postId } = state
  const formElement = useRef<HTMLFormElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<ContentTab>('content')
  const [dialog, setDialog] = useState<OpenedDialog>(null)
  const [rejections, setRejections] = useState(0)
  const isInConflict = theirs !== null
  const isPhone = useMediaQuery(narrowQuery)
  const focusMode = useFocusMode(() => model.rich?.focus())
  const autosaveNote = <AutosaveNote state={state} />
  const saving = useEditorSave(model, () => {
    const { errors: rejected } = model.store.getState()
    if ('content' in rejected) setTab('content')
    else if ('excerpt' in rejected && !('title' in rejected)) setTab('excerpt')
    focusMode.leave()
    setRejections((count) => count + 1)
  })

  const publishing = usePublishing(model, saving)
  const saveButtons = (
    <>
      {publishing.menu}
      <Button type="primary" htmlType="submit" disabled={isSaving}>
        {saveLabel(isNew, isSaving)}
      </Button>
    </>
  )

  useEffect(() => {
    if (rejections > 0) formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [rejections])

  useEffect(() => {
    if (!isInConflict) return
    const form = formElement.current
    // The pressed button disappears with the conflict, and the editor may too.
    return () => {
      if (form?.isConnected) model.rich?.focus()
    }
  }, [isInConflict, model])

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    publishing.requestSave(() => void saving.save())
  }

  useSaveKey(() => {
    // The choice between two versions is made with its own buttons.
    if (isInConflict) return
    publishing.requestSave(() => void saving.saveInPlace())
  })

  return (
    <>
      {theirs !== null && <ConflictScreen model={model} saving={saving} theirs={theirs} />}
      <form
        ref={formElement}
        className={focusMode.isOn && theirs === null ? styles.focused : undefined}
        hidden={theirs !== null}
        noValidate
        onSubmit={submit}
      >
        <PostEditorHead
          ref={head}
          model={model}
          start={start}
          onOpenDialog={setDialog}
          saveButtons={isPhone ? null : saveButtons}
        />
        {(!isPhone || focusMode.isOn) && (
          <div className={styles.note}>
            {autosaveNote}
            {focusMode.isOn && <Button onClick={focusMode.leave}>Leave focus mode</Button>}
          </div>
        )}
        <div className={styles.notices}>
          <DraftNotice start={start} />
          <UnsavedNotice postId={isNew ? null : postId} onRestore={model.resume} />
        </div>
        <div className={styles.columns}>
          <div className={`admin-stack ${styles.main}`}>
            <PostContentCard
              model={model}
              head={head}
              tab={tab}
              onTab={setTab}
              isFocused={focusMode.isOn}
              onFocusMode={focusMode.enter}
              onOpenDialog={setDialog}
            />
            <SeoSettings model={model} />
            {start !== null && state.isPublished && <PostViewsCard postId={start.id} />}
          </div>
          <PostSettings model={model} onChooseImage={() => setDialog('featured-image')} />
        </div>
        {isPhone && (
          <div className={styles.saveBar}>
            {autosaveNote}
            {saveButtons}
          </div>
        )}
      </form>
      <EditorDialogs
        model={model}
        dialog={dialog}
        onClose={() => setDialog(null)}
        onDeleted={saving.goToList}
      />
      {publishing.dialogs}
      <LeaveDialog model={model} />
    </>
  )
}

function saveLabel(isNew: boolean, isSaving: boolean): string {
  if (isNew) return isSaving ? 'Creating...' : 'Create Post'
  return isSaving ? 'Saving...' : 'Save Changes'
}

/** Creates the model of an editor. Later values of `start` are ignored. */
function usePostEditorModel(start: PostStart | null, onCreated: (id: string) => void): PostEditorModel {
  const { api, platform } = useAdmin()
  const { drafts } = platform
  const person = usePerson()
  const queryClient = useQueryClient()
  const [model] = useState(() => {
    return new PostEditorModel(
      start,
      {
        async save(save) {
          const result = await drafts.save(save)
          await queryClient.invalidateQueries({ queryKey: [...blogKey, 'list'], refetchType: 'none' })
          if (result.kind !== 'conflict') recordDraftStored(result.isStored)
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
        newId: () => crypto.randomUUID(),
      },
      person?.authorId,
    )
  })

  const state = useStore(model.store)
  const { postId } = state
  const hasAddress = start === null && isCreated(state) && !state.isLeaving && !state.isDone
  const showAddress = useEffectEvent(onCreated)
  useEffect(() => {
    if (hasAddress) showAddress(postId)
  }, [hasAddress, postId])

  useEffect(() => {
    const storeNow = () => model.storeLocally()
    const askToStay = (leaving: BeforeUnloadEvent) => {
      storeNow()
      if (isDirty(model.store.getState())) leaving.preventDefault()
    }
    addEventListener('beforeunload', askToStay)
    addEventListener('pagehide', storeNow)
    document.addEventListener('visibilitychange', storeNow)
    return () => {
      removeEventListener('beforeunload', askToStay)
      removeEventListener('pagehide', storeNow)
      document.removeEventListener('visibilitychange', storeNow)
      model.close()
    }
  }, [model])

  return model
}

/** Focus mode: only the title, the toolbar and the text, over the whole window. Escape leaves it. */
function useFocusMode(onChange: () => void) {
  const [isOn, setOn] = useState(false)

  function switchTo(next: boolean) {
    if (isOn === next) return
    setOn(next)
    onChange()
  }

  useWindowEvent('keydown', (press) => {
    // The editor's own panels and the dialogs close first.
    const isTaken =
      press.defaultPrevented ||
      isDialogOpen() ||
      document.querySelector('.ck-dropdown__panel-visible') !== null
    if (press.key === 'Escape' && !isTaken) switchTo(false)
  })

  return { isOn, enter: () => switchTo(true), leave: () => switchTo(false) }
}
