import type { UnsavedText } from '@priormark/core/blog/drafts/draft-service'
import { unusableImageMessage } from '@priormark/core/blog/html-rules'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { Button } from 'antd'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useStore } from 'zustand'
import { lazyDialog } from '../../../ui/lazy-load.ts'
import { toast } from '../../../ui/toast-store.ts'
import { narrow, useMedia } from '../../platform/ui/media.ts'
import { DeletePostDialog } from '../DeletePostDialog.tsx'
import { PostViewsCard } from '../ViewsCard.tsx'
import { useDeletePost } from '../draft-queries.ts'
import { AutosaveNote, DraftNotice, UnsavedNotice } from './EditorNotices.tsx'
import { ConflictScreen } from './ConflictScreen.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import type { PostStart } from './open-post.ts'
import { PostContentCard, type ContentTab } from './PostContentCard.tsx'
import styles from './PostEditor.module.css'
import { PostEditorHead } from './PostEditorHead.tsx'
import { PostSettings } from './PostSettings.tsx'
import type { ImageOptions } from './rich/image-options.ts'
import type { RichEditorHandle } from './rich/RichEditor.tsx'
import { SeoSettings } from './SeoSettings.tsx'
import { useEditorSave, usePostEditorModel } from './use-post-editor.ts'
import { useFocusMode, useSaveKey } from './editor-keys.ts'
import { useImageUpload } from './use-image-upload.ts'

const ImageLibraryDialog = lazyDialog(
  async () => (await import('../images/ImageLibraryDialog.tsx')).ImageLibraryDialog,
  ({ isOpen }) => isOpen,
)
const ImageOptionsDialog = lazyDialog(
  async () => (await import('./ImageOptionsDialog.tsx')).ImageOptionsDialog,
  ({ options }) => options !== null,
)
const RevisionsDialog = lazyDialog(
  async () => (await import('./RevisionsDialog.tsx')).RevisionsDialog,
  ({ isOpen }) => isOpen,
)

/** The open dialog. The text gets a new image or one of the library, and the post a featured one. */
type Overlay = 'delete' | 'revisions' | 'new-image' | 'content-image' | 'featured-image' | null

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
  const { form, errors, theirs, isSaving, isNew, postId } = state
  const rich = useRef<RichEditorHandle>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const [tab, setTab] = useState<ContentTab>('content')
  const [overlay, setOverlay] = useState<Overlay>(null)
  const [imageOptions, setImageOptions] = useState<ImageOptions | null>(null)
  const [rejections, setRejections] = useState(0)
  const isInConflict = theirs !== null
  const hasInsertedImage = useRef(false)
  const remove = useDeletePost()
  const upload = useImageUpload()
  const close = () => setOverlay(null)
  const isPhone = useMedia(narrow)
  const focusMode = useFocusMode(() => rich.current?.focus())
  const autosaveNote = <AutosaveNote state={state} />
  const saveButton = (
    <Button type="primary" htmlType="submit" disabled={isSaving}>
      {saveLabel(isNew, isSaving)}
    </Button>
  )

  const saving = useEditorSave({
    model,
    isUploading: () => rich.current?.isUploading() ?? false,
    onRejected: () => {
      const { errors: found } = model.store.getState()
      if ('content' in found) setTab('content')
      else if ('excerpt' in found && !('title' in found)) setTab('excerpt')
      focusMode.leave()
      setRejections((count) => count + 1)
    },
  })

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
    readContent()
    void saving.save()
  }

  useSaveKey(() => {
    // The choice between two versions is made with its own buttons.
    if (isInConflict) return
    readContent()
    void saving.saveInPlace()
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

  function selectImage(image: BlogImage) {
    if (overlay === 'featured-image') model.edit({ featuredImage: image.url })
    else {
      rich.current?.insertImage(image)
      hasInsertedImage.current = true
    }
    close()
  }

  function deletePost() {
    remove.mutate(
      { id: postId, version: state.basedOn.version },
      {
        onSuccess: () => {
          model.finish()
          void saving.goToList()
        },
        onSettled: close,
      },
    )
  }

  return (
    <>
      {theirs !== null && (
        <ConflictScreen
          postId={postId}
          mine={form}
          theirs={theirs}
          isSaving={isSaving}
          onKeepMine={() => void saving.keepMine()}
          onTakeTheirs={() =>
            void saving.takeTheirs().then(() => showContent(model.store.getState().form.content))
          }
          onSaveCopy={() => void saving.saveAsCopy()}
          onBack={model.dismissConflict}
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
          model={model}
          start={start}
          readContent={readContent}
          onRevisions={() => setOverlay('revisions')}
          onDelete={() => setOverlay('delete')}
          saveButton={isPhone ? null : saveButton}
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
          <div className={styles.main}>
            <PostContentCard
              form={form}
              errors={errors}
              onEdit={model.edit}
              onTitle={model.setTitle}
              tab={tab}
              onTab={setTab}
              onInsertPromo={() => rich.current?.insertPromoBlock()}
              onAddImage={() => setOverlay('new-image')}
              onOpenLibrary={() => setOverlay('content-image')}
              isFocused={focusMode.isOn}
              onFocusMode={focusMode.enter}
              rich={{
                onReady: (handle) => {
                  rich.current = handle
                  model.adoptContent(handle.getData())
                },
                onChange: readContent,
                onOpenImage: setImageOptions,
                onUpload: upload,
                onImageSkipped: toastImageSkipped,
              }}
            />
            <SeoSettings form={form} errors={errors} onEdit={model.edit} />
            {start !== null && state.isPublished && <PostViewsCard postId={start.id} />}
          </div>
          <PostSettings
            form={form}
            errors={errors}
            freeSlug={state.freeSlug}
            isPublished={state.isPublished}
            onEdit={model.edit}
            onSlug={model.setSlug}
            onChooseImage={() => setOverlay('featured-image')}
          />
        </div>
        {isPhone && (
          <div className={styles.saveBar}>
            {autosaveNote}
            {saveButton}
          </div>
        )}
      </form>
      <DeletePostDialog
        isOpen={overlay === 'delete'}
        isBusy={remove.isPending}
        onConfirm={deletePost}
        onClose={close}
      />
      <RevisionsDialog
        isOpen={overlay === 'revisions'}
        postId={postId}
        current={form}
        onClose={close}
        onRestore={(fields) => {
          close()
          void model.restore(fields).then(() => {
            showContent(fields.content)
            toast({ title: 'Revision restored', description: 'Save the post to keep it.' })
          })
        }}
      />
      <ImageLibraryDialog
        isOpen={overlay === 'new-image' || overlay === 'content-image' || overlay === 'featured-image'}
        isForUpload={overlay === 'new-image'}
        onSelect={selectImage}
        onClose={close}
        onClosed={() => {
          // Closing returns the focus to the button that opened the dialog, but the chosen image is in the text.
          if (hasInsertedImage.current) rich.current?.focus()
          hasInsertedImage.current = false
        }}
      />
      <ImageOptionsDialog
        options={imageOptions}
        onClose={() => setImageOptions(null)}
        onApply={(options) => {
          setImageOptions(null)
          rich.current?.applyImageOptions(options)
        }}
      />
      <LeaveDialog model={model} />
    </>
  )
}

function toastImageSkipped(address: string): void {
  toast({
    title: 'Image not added',
    description: unusableImageMessage('It', address),
    variant: 'destructive',
  })
}

function saveLabel(isNew: boolean, isSaving: boolean): string {
  if (isNew) return isSaving ? 'Creating...' : 'Create Post'
  return isSaving ? 'Saving...' : 'Save Changes'
}
