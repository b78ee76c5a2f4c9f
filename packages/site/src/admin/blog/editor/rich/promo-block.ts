import { promoClasses } from '@priormark/core/blog/html-rules'
import { promoTexts } from '@priormark/core/settings/default-shop-texts'
import {
  Command,
  Plugin,
  toWidget,
  Widget,
  type ModelElement,
  type ViewContainerElement,
  type ViewDowncastWriter,
  type ViewElement,
} from 'ckeditor5'
import { insertBlock, textAttribute, textIn } from './plugin-tools.ts'

const model = 'promoBlock'

/** The parts of the block with the element and class each has in the HTML. */
const parts = [
  { key: 'kicker', element: 'p', className: promoClasses.kicker },
  { key: 'title', element: 'h3', className: promoClasses.title },
  { key: 'text', element: 'p', className: promoClasses.text },
  { key: 'link', element: 'p', className: promoClasses.action },
] as const

/** Inserts the promo block at the cursor, and moves the cursor after it. */
class InsertPromoBlockCommand extends Command {
  /** The shop's own texts, or the default ones until they are loaded. */
  texts: Readonly<Record<keyof typeof promoTexts, string>> = promoTexts

  override refresh(): void {
    const { schema, document } = this.editor.model
    const position = document.selection.getFirstPosition()
    this.isEnabled = position !== null && schema.findAllowedParent(position, model) !== null
  }

  override execute(): void {
    this.editor.model.change((writer) => {
      const block = writer.createElement(model, { ...this.texts, href: '/' })
      insertBlock(this.editor, block, 'after')
    })
  }
}

/** The promo block as one object. Blocks that are already in a post keep their texts. */
export class PromoBlock extends Plugin {
  private readonly command = new InsertPromoBlockCommand(this.editor)

  static readonly requires = [Widget] as const

  /** Sets the texts of blocks that are inserted from now on. */
  setTexts(texts: InsertPromoBlockCommand['texts']): void {
    this.command.texts = texts
  }

  init(): void {
    const { editor } = this
    editor.commands.add('insertPromoBlock', this.command)
    editor.model.schema.register(model, {
      inheritAllFrom: '$blockObject',
      allowAttributes: [...parts.map(({ key }) => key), 'href'],
    })
    editor.conversion.for('upcast').elementToElement({
      view: { name: 'section', classes: promoClasses.block },
      model: (section, { writer }) => writer.createElement(model, readParts(section)),
      converterPriority: 'high',
    })
    editor.conversion.for('dataDowncast').elementToElement({
      model,
      view: (block, { writer }) => sectionOf(block, writer, 'a'),
    })
    editor.conversion.for('editingDowncast').elementToElement({
      model,
      // Not a link, so that a click selects the block.
      view: (block, { writer }) =>
        toWidget(sectionOf(block, writer, 'span'), writer, { label: 'Promo block' }),
    })
  }
}

function sectionOf(
  block: ModelElement,
  writer: ViewDowncastWriter,
  link: 'a' | 'span',
): ViewContainerElement {
  const children = parts.map(({ key, element, className }) => {
    const text = writer.createText(textAttribute(block, key))
    const href = link === 'a' ? { href: textAttribute(block, 'href') } : {}
    const content =
      key === 'link' ? writer.createContainerElement(link, { class: promoClasses.link, ...href }, text) : text
    return writer.createContainerElement(element, { class: className }, content)
  })
  return writer.createContainerElement('section', { class: promoClasses.block }, children)
}

/** Reads the texts of a block, with the default text for missing parts. */
function readParts(section: ViewElement): Record<string, string> {
  const texts: Record<string, string> = { ...promoTexts, href: '/' }
  for (const child of section.getChildren()) {
    if (!child.is('element')) continue
    const part = parts.find(({ className }) => child.hasClass(className))
    if (part !== undefined) texts[part.key] = textIn(child)
    for (const link of child.getChildren()) {
      if (link.is('element', 'a')) texts['href'] = link.getAttribute('href') ?? '/'
    }
  }
  return texts
}
