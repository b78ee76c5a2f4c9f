import { CKEditor } from '@ckeditor/ckeditor5-react'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { ClassicEditor, PendingActions, type Editor, type EditorConfig } from 'ckeditor5'
import 'ckeditor5/ckeditor5-editor.css'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../../platform/session/admin-context.tsx'
import { narrowQuery } from '../../../platform/ui/media.ts'
import { useImageUpload } from '../../images/image-upload.ts'
import { editorConfig, toolbarItems } from './editor-config.ts'
import { ImageOptionsEditing } from './image-options.ts'
import { BookmarkCard } from './bookmark-card.ts'
import { Footnotes } from './footnotes.ts'
import { Gallery } from './gallery.ts'
import {
  OpenDialog,
  type Bookmark,
  type DialogRequest,
  type ImageOptions,
  insertBlock,
} from './plugin-tools.ts'
import type { PostEditorModel } from '../post-editor-model.ts'
import '../post-text.css'
import { PromoBlock } from './promo-block.ts'
import './rich-editor.css'
import { setUploadHandler } from './text-images.ts'
import { enableVideoPreviews } from './video-embed.ts'

interface RichEditorProps {
  model: PostEditorModel
  /** The id of the element with the error of the content; undefined if it has none. */
  errorId: string | undefined
  /** What is above the text while it is scrolled. The toolbar sticks below it. */
  head: RefObject<HTMLElement | null>
  onOpenDialog: (request: DialogRequest) => void
}

/** The delay before the text is read while someone types, in milliseconds. Reading a long post is slow. */
const readDelayMs = 250

/** CKEditor, set up for posts. */
export default function RichEditor({ model, errorId, head, onOpenDialog }: RichEditorProps) {
  const { api } = useAdmin()
  const upload = useImageUpload()
  const [editor, setEditor] = useState<ClassicEditor | null>(null)
  const readTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [config] = useState<EditorConfig>(() => ({
    ...editorConfig,
    // On a phone, three lines of buttons that stick would cover too much of the text.
    toolbar: { items: [...toolbarItems], shouldNotGroupWhenFull: !matchMedia(narrowQuery).matches },
    initialData: model.store.getState().form.content,
    label: 'Content',
    placeholder: 'Write your post',
  }))

  useEffect(() => () => clearTimeout(readTimer.current), [])

  // Without the server, blocks get the default texts.
  const promoTexts = useQuery({
    queryKey: ['settings', 'promo'],
    queryFn: ({ signal }) => api.settings.promo({}, { signal }),
  }).data
  useEffect(() => {
    if (promoTexts !== undefined) editor?.plugins.get(PromoBlock).setTexts(promoTexts)
  }, [editor, promoTexts])

  useEffect(() => {
    if (editor !== null && head.current !== null) return stickToolbar(editor, head.current)
  }, [editor, head])

  useEffect(() => {
    editor?.editing.view.change((writer) => {
      const root = editor.editing.view.document.getRoot()
      if (root === null) return
      writer.setAttribute('aria-invalid', String(errorId !== undefined), root)
      if (errorId === undefined) writer.removeAttribute('aria-describedby', root)
      else writer.setAttribute('aria-describedby', errorId, root)
    })
  }, [editor, errorId])

  return (
    <CKEditor
      editor={ClassicEditor}
      config={config}
      onReady={(ready) => {
        styleAsPost(ready)
        ready.plugins.get(OpenDialog).onOpen(onOpenDialog)
        setUploadHandler(ready, upload)
        const root = ready.editing.view.getDomRoot()
        if (root) enableVideoPreviews(root)
        keepSelection(ready)
        setEditor(ready)
        model.connectRichEditor(handleOf(ready))
      }}
      onChange={() => {
        readTimer.current ??= setTimeout(() => {
          readTimer.current = undefined
          model.readContent()
        }, readDelayMs)
      }}
    />
  )
}

/**
 * Lets the toolbar stick below the head of the editor while the text is scrolled. CKEditor does that only while the text has the
 * focus. Returns a function that stops it.
 */
function stickToolbar({ ui }: ClassicEditor, head: HTMLElement): () => void {
  const { stickyPanel, element } = ui.view
  stickyPanel.unbind('isActive')
  let width = 0
  const observer = new ResizeObserver(() => {
    const isSticky = getComputedStyle(head).position === 'sticky'
    ui.viewportOffset = { ...ui.viewportOffset, top: isSticky ? head.offsetHeight : 0 }
    const widthBefore = width
    width = element?.clientWidth ?? 0
    if (width === widthBefore) return
    // CKEditor measures the width only when the toolbar begins to stick.
    stickyPanel.isActive = false
    stickyPanel.isActive = true
  })
  observer.observe(head)
  if (element !== null) observer.observe(element)
  return () => observer.disconnect()
}

/** Gives the text the styles of the public page. */
function styleAsPost({ editing: { view } }: Editor): void {
  const root = view.document.getRoot()
  if (root !== null) view.change((writer) => writer.addClass('prose', root))
}

/**
 * Restores the selection when the focus returns by Tab, from a dialog or from the toolbar. Browsers would put the caret at the
 * start. CKEditor would put it where it was before an image was inserted, if the browser reports that place only after the focus
 * left.
 */
function keepSelection({ editing: { view }, model }: Editor): void {
  const { selection } = model.document
  let hasMovedWithoutFocus = false
  selection.on('change:range', () => {
    if (!view.document.isFocused) hasMovedWithoutFocus = true
  })
  const root = view.getDomRoot()
  // Table cells and captions take the focus themselves, and a click outside of them moves it.
  root?.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && root.contains(relatedTarget)) return
    const selectionToRestore = hasMovedWithoutFocus ? model.createSelection(selection) : null
    view.forceRender()
    if (selectionToRestore !== null) model.change((writer) => writer.setSelection(selectionToRestore))
    hasMovedWithoutFocus = false
  })
}

/** What the form around the text can do with it. */
export type RichEditorHandle = ReturnType<typeof handleOf>

function handleOf(editor: Editor) {
  return {
    // Ids of list items are random.
    getData: () => editor.getData({ skipListItemIds: true }),
    setData: (html: string) => editor.setData(html),
    focus: () => editor.focus(),
    insertPromoBlock: () => {
      editor.execute('insertPromoBlock')
      editor.focus()
    },
    insertImage: ({ url, width, height }: BlogImage) => {
      editor.model.change((writer) => {
        const image = writer.createElement('imageBlock', { src: url, alt: '', width, height })
        insertBlock(editor, image, 'on')
      })
      editor.focus()
    },
    applyImageOptions: (options: ImageOptions) => {
      editor.plugins.get(ImageOptionsEditing).apply(options)
      editor.focus()
      editor.editing.view.scrollToTheSelection()
    },
    addToGallery: (images: readonly BlogImage[]) => editor.plugins.get(Gallery).add(images),
    setFootnote: (note: string) => editor.plugins.get(Footnotes).write(note),
    setBookmark: (bookmark: Bookmark) => editor.plugins.get(BookmarkCard).write(bookmark),
    /** Gives the images without alternative text one each, in their order. */
    setAltTexts: (texts: readonly string[]) => {
      const root = editor.model.document.getRoot()
      if (root === null) return
      editor.model.change((writer) => {
        const images = Array.from(writer.createRangeIn(root).getItems()).filter(
          (item) => item.is('element', 'imageBlock') && !item.getAttribute('alt'),
        )
        for (const [index, image] of images.entries()) {
          if (texts[index]) writer.setAttribute('alt', texts[index], image)
        }
      })
    },
    isUploading: () => editor.plugins.get(PendingActions).hasAny,
  }
}
