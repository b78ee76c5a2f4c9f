import { Mention, Plugin, type Editor, type ModelRange } from 'ckeditor5'
import { OpenDialog, type DialogRequest } from './open-dialog.ts'

interface SlashEntry {
  label: string
  /** Other words that find it. */
  words: string
  run: (editor: Editor) => void
}

const opens = (request: DialogRequest) => (editor: Editor) => editor.plugins.get(OpenDialog).open(request)
const runs =
  (command: string, ...options: unknown[]) =>
  (editor: Editor) =>
    void editor.execute(command, ...options)

const entries: readonly SlashEntry[] = [
  { label: 'Image', words: 'picture photo upload', run: opens('new-image') },
  { label: 'Image library', words: 'picture photo', run: opens('content-image') },
  { label: 'Gallery', words: 'pictures photos images', run: opens('gallery') },
  {
    label: 'Bookmark card',
    words: 'link website',
    run: opens({ bookmark: { href: '', title: '', text: '' } }),
  },
  { label: 'Heading 2', words: 'title section', run: runs('heading', { value: 'heading2' }) },
  { label: 'Heading 3', words: 'title subsection', run: runs('heading', { value: 'heading3' }) },
  { label: 'Bulleted list', words: 'points', run: runs('bulletedList') },
  { label: 'Numbered list', words: 'steps', run: runs('numberedList') },
  { label: 'Quote', words: 'citation', run: runs('blockQuote') },
  { label: 'Table', words: 'rows columns', run: runs('insertTable', { rows: 3, columns: 3 }) },
  { label: 'Code', words: 'program', run: runs('codeBlock') },
  { label: 'Line', words: 'divider separator rule', run: runs('horizontalLine') },
  { label: 'CTA button', words: 'promo block', run: runs('insertPromoBlock') },
]

/** A menu of what can be inserted, after '/' at the beginning of an empty block. CKEditor's own slash commands are not free. */
export class SlashMenu extends Plugin {
  static readonly requires = [Mention, OpenDialog] as const

  constructor(editor: Editor) {
    super(editor)
    editor.config.set('mention', {
      dropdownLimit: entries.length,
      feeds: [
        { marker: '/', feed: (typed: string) => this.find(typed), itemRenderer: ({ id }) => id.slice(1) },
      ],
    })
  }

  init(): void {
    const { editor } = this
    const command = editor.commands.get('mention')
    if (command === undefined) return
    // The entry is run in place of the mention that it would become.
    this.listenTo(
      command,
      'execute',
      (info, [{ mention, range }]: [{ mention: { id: string }; range: ModelRange }]) => {
        info.stop()
        editor.model.change((writer) => writer.remove(range))
        entries.find(({ label }) => mention.id === `/${label}`)?.run(editor)
      },
      { priority: 'high' },
    )
  }

  private find(typed: string): { id: string }[] {
    const { focus } = this.editor.model.document.selection
    const block = focus?.parent
    // Within a text, a slash is a slash.
    if (block == null || !block.is('element') || block.name === 'codeBlock') return []
    const text = Array.from(block.getChildren(), (child) => (child.is('$text') ? child.data : ' ')).join('')
    if (text.trim() !== `/${typed}`.trim()) return []
    const wanted = typed.toLowerCase()
    return entries
      .filter(
        ({ label, words }) =>
          `${label} ${words}`
            .toLowerCase()
            .split(' ')
            .some((word) => word.startsWith(wanted)) || label.toLowerCase().startsWith(wanted),
      )
      .map(({ label }) => ({ id: `/${label}` }))
  }
}
