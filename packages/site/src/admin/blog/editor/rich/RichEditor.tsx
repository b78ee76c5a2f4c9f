import { CKEditor } from '@ckeditor/ckeditor5-react'
import type { BlogImage } from '@priormark/core/blog/images/endpoints'
import { ClassicEditor, PendingActions, type Editor, type EditorConfig } from 'ckeditor5'
import 'ckeditor5/ckeditor5-editor.css'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../../platform/session/admin-context.tsx'
import { narrowQuery } from '../../../platform/ui/media.ts'
import { useImageUpload } from '../../images/image-queries.ts'
import { editorConfig, toolbarItems } from './editor-config.ts'
import { ImageOptionsEditing } from './image-options.ts'
import { BookmarkCard } from './bookmark-card.ts'
import { Footnotes } from './footnotes.ts'
import { Gallery } from './gallery.ts'
import { OpenDialog, type Bookmark, type DialogRequest, type ImageOptions } from './open-dialog.ts'
import '../post-text.css'
import { insertBlock } from './model-elements.ts'
import { PromoBlock } from './promo-block.ts'
import './rich-editor.css'
import { setUploadHandler } from './text-images.ts'
import { enableVideoPreviews } from './video-embed.ts'

/** The methods of the rich editor for the form around it. */
export interface RichEditorHandle {
  getData(): string
  setData(html: string): void
  focus(): void
  insertPromoBlock(): void
  insertImage(image: BlogImage): void
  applyImageOptions(options: ImageOptions): void
  /** Gives the images without alternative text one each, in their order. */
  setAltTexts(texts: readonly string[]): void
  /** Adds images to the gallery at the cursor, or inserts a new one. */
  addToGallery(images: readonly BlogImage[]): void
  /** Changes the selected footnote or card, or inserts a new one. */
  setFootnote(note: string): void
  setBookmark(bookmark: Bookmark): void
  isUploading(): boolean
}

interface RichEditorProps {
  initialHtml: string
  isInvalid: boolean
  /** The id of the error's element. */
  describedBy: string | undefined
  /** What is above the text while it is scrolled. The toolbar sticks below it. */
  head: RefObject<HTMLElement | null>
  onReady: (handle: RichEditorHandle) => void
  /** Called after changes, a few times a second while someone types. */
  onChange: () => void
  onOpenDialog: (request: DialogRequest) => void
}

/** The delay before the text is read while someone types, in milliseconds. Reading a long post is slow. */
const readDelayMs = 250

/** CKEditor, set up for posts. */
export default function RichEditor(props: RichEditorProps) {
  const { initialHtml, isInvalid, describedBy, head, onReady } = props
  const { api } = useAdmin()
  const upload = useImageUpload()
  const latestProps = useRef({ ...props, upload })
  const [editor, setEditor] = useState<ClassicEditor | null>(null)
  const readTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [firstHtml] = useState(initialHtml)
  const config = useMemo<EditorConfig>(
    () => ({
      ...editorConfig,
      // On a phone, three lines of buttons that stick would cover too much of the text.
      toolbar: { items: [...toolbarItems], shouldNotGroupWhenFull: !matchMedia(narrowQuery).matches },
      initialData: firstHtml,
      label: 'Content',
      placeholder: 'Write your post',
    }),
    [firstHtml],
  )

  useEffect(() => {
    latestProps.current = { ...props, upload }
  })
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
      writer.setAttribute('aria-invalid', String(isInvalid), root)
      if (describedBy === undefined) writer.removeAttribute('aria-describedby', root)
      else writer.setAttribute('aria-describedby', describedBy, root)
    })
  }, [editor, isInvalid, describedBy])

  return (
    <CKEditor
      editor={ClassicEditor}
      config={config}
      onReady={(ready) => {
        styleAsPost(ready)
        ready.plugins.get(OpenDialog).onOpen((request) => latestProps.current.onOpenDialog(request))
        setUploadHandler(ready, (file, signal) => latestProps.current.upload(file, signal))
        const root = ready.editing.view.getDomRoot()
        if (root) enableVideoPreviews(root)
        keepSelection(ready)
        setEditor(ready)
        onReady(handleOf(ready))
      }}
      onChange={() => {
        readTimer.current ??= setTimeout(() => {
          readTimer.current = undefined
          latestProps.current.onChange()
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

function handleOf(editor: Editor): RichEditorHandle {
  return {
    // Ids of list items are random.
    getData: () => editor.getData({ skipListItemIds: true }),
    setData: (html) => editor.setData(html),
    focus: () => editor.focus(),
    insertPromoBlock: () => {
      editor.execute('insertPromoBlock')
      editor.focus()
    },
    insertImage: ({ url, width, height }) => {
      editor.model.change((writer) => {
        const image = writer.createElement('imageBlock', { src: url, alt: '', width, height })
        insertBlock(editor, image, 'on')
      })
      editor.focus()
    },
    applyImageOptions: (options) => {
      editor.plugins.get(ImageOptionsEditing).apply(options)
      editor.focus()
      editor.editing.view.scrollToTheSelection()
    },
    addToGallery: (images) => editor.plugins.get(Gallery).add(images),
    setFootnote: (note) => editor.plugins.get(Footnotes).write(note),
    setBookmark: (bookmark) => editor.plugins.get(BookmarkCard).write(bookmark),
    setAltTexts: (texts) => {
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
