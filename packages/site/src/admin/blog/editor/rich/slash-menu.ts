import { Mention, Plugin, type Editor, type ModelRange } from 'ckeditor5'
import { OpenDialog, type DialogRequest } from './plugin-tools.ts'

interface SlashEntry {
  label: string
  /** Other words by which the entry can be found. */
  words: string
  run: (editor: Editor) => void
}

const openDialog = (request: DialogRequest) => (editor: Editor) =>
  editor.plugins.get(OpenDialog).open(request)
const runCommand =
  (command: string, ...options: unknown[]) =>
  (editor: Editor) =>
    void editor.execute(command, ...options)

const entries: readonly SlashEntry[] = [
  { label: 'Image', words: 'picture photo upload', run: openDialog('new-image') },
  { label: 'Image library', words: 'picture photo', run: openDialog('content-image') },
  { label: 'Gallery', words: 'pictures photos images', run: openDialog('gallery') },
  {
    label: 'Bookmark card',
    words: 'link website',
    run: openDialog({ bookmark: { href: '', title: '', text: '' } }),
  },
  { label: 'Heading 2', words: 'title section', run: runCommand('heading', { value: 'heading2' }) },
  { label: 'Heading 3', words: 'title subsection', run: runCommand('heading', { value: 'heading3' }) },
  { label: 'Bulleted list', words: 'points', run: runCommand('bulletedList') },
  { label: 'Numbered list', words: 'steps', run: runCommand('numberedList') },
  { label: 'Quote', words: 'citation', run: runCommand('blockQuote') },
  { label: 'Table', words: 'rows columns', run: runCommand('insertTable', { rows: 3, columns: 3 }) },
  { label: 'Code', words: 'program', run: runCommand('codeBlock') },
  { label: 'Line', words: 'divider separator rule', run: runCommand('horizontalLine') },
  { label: 'CTA button', words: 'promo block', run: runCommand('insertPromoBlock') },
]

/** A menu of what can be inserted, after '/' at the beginning of an empty block. CKEditor's own slash commands are not free. */
export class SlashMenu extends Plugin {
  static readonly requires = [Mention, OpenDialog] as const

  constructor(editor: Editor) {
    super(editor)
    editor.config.set('mention', {
      dropdownLimit: entries.length,
      feeds: [
        {
          marker: '/',
          feed: (query: string) => this.findEntries(query),
          itemRenderer: ({ id }) => id.slice(1),
        },
      ],
    })
  }

  init(): void {
    const { editor } = this
    const command = editor.commands.get('mention')
    if (command === undefined) return
    // Runs the entry instead of inserting a mention.
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

  private findEntries(query: string): { id: string }[] {
    const { focus } = this.editor.model.document.selection
    const block = focus?.parent
    // A slash within a text is ordinary text.
    if (block == null || !block.is('element') || block.name === 'codeBlock') return []
    const text = Array.from(block.getChildren(), (child) => (child.is('$text') ? child.data : ' ')).join('')
    if (text.trim() !== `/${query}`.trim()) return []
    const prefix = query.toLowerCase()
    return entries
      .filter(
        ({ label, words }) =>
          `${label} ${words}`
            .toLowerCase()
            .split(' ')
            .some((word) => word.startsWith(prefix)) || label.toLowerCase().startsWith(prefix),
      )
      .map(({ label }) => ({ id: `/${label}` }))
  }
}
