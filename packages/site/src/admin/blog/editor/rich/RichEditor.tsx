import { CKEditor } from '@ckeditor/ckeditor5-react'
import type { BlogImage } from '@priormark/core/images/endpoints'
import { ClassicEditor, PendingActions, type Editor, type EditorConfig } from 'ckeditor5'
import 'ckeditor5/ckeditor5-editor.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { editorConfig } from './editor-config.ts'
import { ImageOptionsEditing, type ImageOptions } from './image-options.ts'
import '../post-text.css'
import { insertBlock } from './insert-block.ts'
import './rich-editor.css'
import { SafeAddresses } from './safe-addresses.ts'
import { uploadThrough, type SendImage } from './upload-adapter.ts'
import { playInPlace } from './video-embed.ts'

/** What the form around the editor may ask of it. */
export interface RichEditorHandle {
  getData(): string
  setData(html: string): void
  focus(): void
  insertPromoBlock(): void
  insertImage(image: BlogImage): void
  applyImageOptions(options: ImageOptions): void
  /** Whether an image is still on its way into the library. */
  isUploading(): boolean
}

interface RichEditorProps {
  initialHtml: string
  isInvalid: boolean
  /** The id of the error's element. */
  describedBy: string | undefined
  onReady: (handle: RichEditorHandle) => void
  /** The text changed; while somebody types, a few times a second. */
  onChange: () => void
  onOpenImage: (options: ImageOptions) => void
  onUpload: SendImage
  /** An image was not taken into the text, for readers could not see it at its address. */
  onImageLeftOut: (address: string) => void
}

/** How often the text is read out while somebody types, in milliseconds: reading a long post takes a moment. */
const readPauseMs = 250

/** CKEditor, set up for posts. */
export default function RichEditor(props: RichEditorProps) {
  const { initialHtml, isInvalid, describedBy, onReady } = props
  const latest = useRef(props)
  const [editor, setEditor] = useState<Editor | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [firstHtml] = useState(initialHtml)
  const config = useMemo<EditorConfig>(
    () => ({
      ...editorConfig,
      initialData: firstHtml,
      label: 'Content',
      placeholder: 'Write the post',
    }),
    [firstHtml],
  )

  useEffect(() => {
    latest.current = props
  })
  useEffect(() => () => clearTimeout(pause.current), [])
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
        const images = ready.plugins.get(ImageOptionsEditing)
        dressAsPost(ready)
        images.onOpen((options) => latest.current.onOpenImage(options))
        ready.plugins.get(SafeAddresses).onLeftOut((address) => latest.current.onImageLeftOut(address))
        uploadThrough(ready, (file, signal) => latest.current.onUpload(file, signal))
        const root = ready.editing.view.getDomRoot()
        if (root) playInPlace(root)
        keepCaret(ready)
        setEditor(ready)
        onReady(handleOf(ready))
      }}
      onChange={() => {
        pause.current ??= setTimeout(() => {
          pause.current = undefined
          latest.current.onChange()
        }, readPauseMs)
      }}
    />
  )
}

/** Gives the text the looks it has on the public page. */
function dressAsPost({ editing: { view } }: Editor): void {
  const root = view.document.getRoot()
  if (root !== null) view.change((writer) => writer.addClass('prose', root))
}

/** Whoever comes back by Tab or out of a dialog finds the caret where it was: browsers put it at the beginning. */
function keepCaret({ editing: { view } }: Editor): void {
  view.getDomRoot()?.addEventListener('focus', () => view.forceRender())
}

function handleOf(editor: Editor): RichEditorHandle {
  return {
    // Without the ids of list items, which are others each time.
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
    },
    isUploading: () => editor.plugins.get(PendingActions).hasAny,
  }
}
