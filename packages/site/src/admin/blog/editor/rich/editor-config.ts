import { imageFormats } from '@priormark/core/blog/images/endpoints'
import { indentClasses, textSizes } from '@priormark/core/blog/html-rules'
import * as CKEditor from 'ckeditor5'
import { CleanPaste } from './clean-paste.ts'
import { ImageOptionsEditing, imageToolbar, LibraryButton } from './image-options.ts'
import { BookmarkCard } from './bookmark-card.ts'
import { Footnotes } from './footnotes.ts'
import { Gallery } from './gallery.ts'
import { SlashMenu } from './slash-menu.ts'
import { PastedImages } from './text-images.ts'
import { PromoBlock } from './promo-block.ts'
import { SafeAddresses } from './safe-addresses.ts'
import { unsupportedVideoMessage } from '@priormark/core/blog/video'
import { videoEmbed, VideoLinks } from './video-embed.ts'

const headingLevels = [1, 2, 3, 4, 5, 6] as const

/** The buttons of the toolbar, in groups. */
export const toolbarItems = [
  ['undo', 'redo'],
  ['heading'],
  ['bold', 'italic', 'underline', 'strikethrough'],
  ['numberedList', 'bulletedList', 'outdent', 'indent'],
  ['link', 'insertImage', 'mediaEmbed', 'insertTable', 'gallery', 'bookmarkCard', 'footnote'],
  ['blockQuote', 'horizontalLine', 'code', 'codeBlock'],
  ['fontSize', 'removeFormat'],
].flatMap((group, index) => (index === 0 ? group : ['|', ...group]))

/**
 * CKEditor drops HTML that no plugin supports, so there are plugins for everything that html-rules.ts allows, even if the
 * toolbar has no button for it.
 */
export const editorConfig: CKEditor.EditorConfig = {
  licenseKey: 'GPL',
  // The license asks for the badge. Inside the text's frame it covers no border, and needs no words beside its logo.
  ui: {
    poweredBy: { position: 'inside', side: 'right', label: null, verticalOffset: 4, horizontalOffset: 4 },
  },
  plugins: [
    CKEditor.Autoformat,
    CKEditor.AutoLink,
    CKEditor.BlockQuote,
    CKEditor.Bold,
    BookmarkCard,
    CleanPaste,
    CKEditor.Code,
    CKEditor.CodeBlock,
    CKEditor.Essentials,
    CKEditor.FontSize,
    Footnotes,
    Gallery,
    CKEditor.Heading,
    CKEditor.HorizontalLine,
    CKEditor.ImageBlock,
    CKEditor.ImageCaption,
    CKEditor.ImageInsertViaUrl,
    ImageOptionsEditing,
    CKEditor.ImageTextAlternative,
    CKEditor.ImageToolbar,
    CKEditor.ImageUpload,
    CKEditor.Indent,
    CKEditor.IndentBlock,
    CKEditor.Italic,
    LibraryButton,
    CKEditor.Link,
    CKEditor.LinkImage,
    CKEditor.List,
    CKEditor.ListPropertiesEditing,
    CKEditor.MediaEmbed,
    CKEditor.Paragraph,
    PastedImages,
    CKEditor.PasteFromOffice,
    CKEditor.PendingActions,
    PromoBlock,
    CKEditor.RemoveFormat,
    SafeAddresses,
    SlashMenu,
    CKEditor.Strikethrough,
    CKEditor.Subscript,
    CKEditor.Superscript,
    CKEditor.Table,
    CKEditor.TableCaption,
    CKEditor.TableToolbar,
    CKEditor.Underline,
    VideoLinks,
  ],
  heading: {
    options: [
      { model: 'paragraph', title: 'Paragraph', class: 'ck-heading_paragraph' },
      ...headingLevels.map((level) => ({
        model: `heading${level}` as const,
        view: `h${level}` as const,
        title: `Heading ${level}`,
        class: `ck-heading_heading${level}`,
      })),
    ],
  },
  fontSize: {
    options: textSizes.map(({ name, className }) =>
      className === null
        ? 'default'
        : { title: name, model: className, view: { name: 'span', classes: className } },
    ),
  },
  indentBlock: { classes: [...indentClasses] },
  list: { properties: { styles: false, startIndex: true, reversed: true } },
  codeBlock: { languages: [{ language: 'plaintext', label: 'Plain text', class: '' }] },
  link: {
    defaultProtocol: 'https://',
    allowedProtocols: ['https?', 'mailto', 'tel'],
    decorators: {
      newTab: {
        mode: 'manual',
        label: 'Open in a new tab',
        attributes: { target: '_blank', rel: 'noopener noreferrer' },
      },
    },
  },
  image: {
    upload: { types: [...imageFormats] },
    toolbar: ['imageOptions', ...imageToolbar, '|', 'toggleImageCaption', 'linkImage'],
  },
  table: {
    contentToolbar: ['tableColumn', 'tableRow', 'mergeTableCells', 'toggleTableCaption'],
    defaultHeadings: { rows: 1 },
  },
  mediaEmbed: videoEmbed,
  // A button's visible text must be part of its accessible name, 'Heading'.
  translations: [
    {
      en: {
        dictionary: {
          Default: 'Normal',
          'Choose heading': 'Heading',
          'This media URL is not supported.': `${unsupportedVideoMessage} Add other addresses as links.`,
        },
      },
    },
  ],
}
