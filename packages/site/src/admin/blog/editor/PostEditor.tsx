import type { UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { Button } from 'antd'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useStore } from 'zustand'
import { narrowQuery, useMediaQuery } from '../../platform/ui/media.ts'
import { PostViewsCard } from '../ViewsCard.tsx'
import { AutosaveNote, DraftNotice, UnsavedNotice } from './EditorNotices.tsx'
import { ConflictScreen } from './ConflictScreen.tsx'
import { EditorDialogs, LeaveDialog, type EditorOverlay } from './EditorDialogs.tsx'
import type { PostStart } from './open-post.ts'
import { PostContentCard, type ContentTab } from './PostContentCard.tsx'
import styles from './PostEditor.module.css'
import { PostEditorHead } from './PostEditorHead.tsx'
import { PostSettings, SeoSettings } from './PostSettings.tsx'
import type { RichEditorHandle } from './rich/RichEditor.tsx'
import { useEditorSave, usePostEditorModel } from './use-post-editor.ts'
import { useSaveKey } from '../../platform/ui/window-events.ts'
import { useFocusMode } from './focus-mode.ts'
import { PublishMenu, usePublishing } from './use-publishing.tsx'

const formId = 'post-form'

interface PostEditorProps {
  /** The post to edit, or null for a new one. */
  start: PostStart | null
  /** A new post has an address now, and stays open. */
  onCreated: (id: string) => void
}

/** The editor of an existing or a new post. */
export function PostEditor({ start, onCreated }: PostEditorProps) {
  const model = usePostEditorModel({ start, readFields: () => readContent(), onCreated })
  const state = useStore(model.store)
  const { theirs, isSaving, isNew, postId } = state
  const rich = useRef<RichEditorHandle>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<ContentTab>('content')
  const [overlay, setOverlay] = useState<EditorOverlay>(null)
  const [rejections, setRejections] = useState(0)
  const isInConflict = theirs !== null
  const isPhone = useMediaQuery(narrowQuery)
  const focusMode = useFocusMode(() => rich.current?.focus())
  const autosaveNote = <AutosaveNote state={state} />
  const saving = useEditorSave({
    model,
    isUploading: () => rich.current?.isUploading() ?? false,
    onRejected: () => {
      const { errors: rejected } = model.store.getState()
      if ('content' in rejected) setTab('content')
      else if ('excerpt' in rejected && !('title' in rejected)) setTab('excerpt')
      focusMode.leave()
      setRejections((count) => count + 1)
    },
  })

  const publishing = usePublishing({ model, saving, rich, readContent })
  const saveButtons = (
    <>
      <PublishMenu state={state} onAction={publishing.act} />
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
    const shown = formElement.current
    // The pressed button disappears with the conflict, and the editor may too.
    return () => {
      if (shown?.isConnected) rich.current?.focus()
    }
  }, [isInConflict])

  function readContent() {
    const content = rich.current?.getData()
    if (content !== undefined && content !== model.store.getState().form.content) model.edit({ content })
  }

  function submit(submission: SubmitEvent) {
    submission.preventDefault()
    publishing.whenDescribed(() => void saving.save())
  }

  useSaveKey(() => {
    // The choice between two versions is made with its own buttons.
    if (isInConflict) return
    publishing.whenDescribed(() => void saving.saveInPlace())
  })

  /** Replaces the content of the rich editor, which normalizes the HTML. */
  function showContent(content: string) {
    rich.current?.setData(content)
    if (rich.current !== null) model.adoptContent(rich.current.getData())
  }

  function restoreUnsaved(text: UnsavedText) {
    model.resume(text)
    showContent(text.content.content)
  }

  return (
    <>
      {theirs !== null && (
        <ConflictScreen
          model={model}
          saving={saving}
          theirs={theirs}
          onTakeTheirs={() =>
            void saving.takeTheirs().then(() => showContent(model.store.getState().form.content))
          }
        />
      )}
      <form
        ref={formElement}
        id={formId}
        className={focusMode.isOn && theirs === null ? styles.focused : undefined}
        hidden={theirs !== null}
        noValidate
        onSubmit={submit}
      >
        <PostEditorHead
          ref={head}
          model={model}
          start={start}
          readContent={readContent}
          onOpenDialog={setOverlay}
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
          <UnsavedNotice postId={isNew ? null : postId} onRestore={restoreUnsaved} />
        </div>
        <div className={styles.columns}>
          <div className={`admin-stack ${styles.main}`}>
            <PostContentCard
              model={model}
              rich={rich}
              head={head}
              tab={tab}
              onTab={setTab}
              isFocused={focusMode.isOn}
              onFocusMode={focusMode.enter}
              onReady={(handle) => {
                rich.current = handle
                model.adoptContent(handle.getData())
              }}
              onChange={readContent}
              onOpenDialog={setOverlay}
            />
            <SeoSettings model={model} />
            {start !== null && state.isPublished && <PostViewsCard postId={start.id} />}
          </div>
          <PostSettings model={model} onChooseImage={() => setOverlay('featured-image')} />
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
        rich={rich}
        overlay={overlay}
        onClose={() => setOverlay(null)}
        onDeleted={saving.goToList}
        onContent={showContent}
      />
      {publishing.dialogs}
      <LeaveDialog model={model} readContent={readContent} />
    </>
  )
}

function saveLabel(isNew: boolean, isSaving: boolean): string {
  if (isNew) return isSaving ? 'Creating...' : 'Create Post'
  return isSaving ? 'Saving...' : 'Save Changes'
}
