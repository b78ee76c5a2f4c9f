import { imageFormats } from '@priormark/core/blog/images/image-formats'
import { indentClasses, textSizes } from '@priormark/core/blog/html-rules'
import {
  Autoformat,
  AutoLink,
  BlockQuote,
  Bold,
  Code,
  CodeBlock,
  Essentials,
  FontSize,
  Heading,
  HorizontalLine,
  ImageBlock,
  ImageCaption,
  ImageInsertViaUrl,
  ImageTextAlternative,
  ImageToolbar,
  ImageUpload,
  Indent,
  IndentBlock,
  Italic,
  Link,
  LinkImage,
  List,
  ListPropertiesEditing,
  MediaEmbed,
  Paragraph,
  PasteFromOffice,
  PendingActions,
  RemoveFormat,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  TableCaption,
  TableToolbar,
  Underline,
  type EditorConfig,
} from 'ckeditor5'
import { CleanPaste } from './clean-paste.ts'
import { ImageOptionsEditing, imageToolbar } from './image-options.ts'
import { BookmarkCard } from './bookmark-card.ts'
import { Footnotes } from './footnotes.ts'
import { Gallery } from './gallery.ts'
import { SlashMenu } from './slash-menu.ts'
import { LibraryButton } from './library-button.ts'
import { PastedImages } from './pasted-images.ts'
import { PromoBlock } from './promo-block.ts'
import { SafeAddresses } from './safe-addresses.ts'
import { unsupportedVideoMessage } from '@priormark/core/blog/video'
import { videoEmbed, VideoLinks } from './video-embed.ts'

const headingLevels = [1, 2, 3, 4, 5, 6] as const

/** The buttons of the toolbar. */
export const toolbarItems = [
  'undo',
  'redo',
  '|',
  'heading',
  '|',
  'bold',
  'italic',
  'underline',
  'strikethrough',
  '|',
  'numberedList',
  'bulletedList',
  'outdent',
  'indent',
  '|',
  'link',
  'insertImage',
  'mediaEmbed',
  'insertTable',
  'gallery',
  'bookmarkCard',
  'footnote',
  '|',
  'blockQuote',
  'horizontalLine',
  'code',
  'codeBlock',
  '|',
  'fontSize',
  'removeFormat',
]

/**
 * CKEditor drops HTML that no plugin supports, so there are plugins for everything that html-rules.ts allows, also without a
 * button in the toolbar.
 */
export const editorConfig: EditorConfig = {
  licenseKey: 'GPL',
  // The license asks for the badge. Inside the text's frame it covers no border, and needs no words beside its logo.
  ui: {
    poweredBy: { position: 'inside', side: 'right', label: null, verticalOffset: 4, horizontalOffset: 4 },
  },
  plugins: [
    Autoformat,
    AutoLink,
    BlockQuote,
    Bold,
    BookmarkCard,
    CleanPaste,
    Code,
    CodeBlock,
    Essentials,
    FontSize,
    Footnotes,
    Gallery,
    Heading,
    HorizontalLine,
    ImageBlock,
    ImageCaption,
    ImageInsertViaUrl,
    ImageOptionsEditing,
    ImageTextAlternative,
    ImageToolbar,
    ImageUpload,
    Indent,
    IndentBlock,
    Italic,
    LibraryButton,
    Link,
    LinkImage,
    List,
    ListPropertiesEditing,
    MediaEmbed,
    Paragraph,
    PastedImages,
    PasteFromOffice,
    PendingActions,
    PromoBlock,
    RemoveFormat,
    SafeAddresses,
    SlashMenu,
    Strikethrough,
    Subscript,
    Superscript,
    Table,
    TableCaption,
    TableToolbar,
    Underline,
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
