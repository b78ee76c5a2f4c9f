import { postLimits, type PostInput } from '@priormark/core/blog/post-input'
import type { FieldErrors } from '@priormark/core/platform/errors'
import { countWords, textOf } from '@priormark/core/blog/excerpt'
import { Button } from 'antd'
import { Suspense, useDeferredValue, useId, useMemo, type ComponentProps } from 'react'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { tabId, Tabs } from '../../platform/ui/Tabs.tsx'
import { TextAreaField, TextField } from '../../platform/ui/TextField.tsx'
import { LengthMeter } from './PostFields.tsx'
import styles from './PostContentCard.module.css'

// CKEditor is by far the largest part of the editor, so the form is shown first.
const RichEditor = lazyLoad(async () => (await import('./rich/RichEditor.tsx')).default)

/** Props of every group of fields. */
export interface PostFieldsProps {
  form: PostInput
  errors: FieldErrors
  onEdit: (change: Partial<PostInput>) => void
}

export type ContentTab = 'content' | 'excerpt'

interface PostContentCardProps extends PostFieldsProps {
  tab: ContentTab
  onTab: (tab: ContentTab) => void
  onTitle: (title: string) => void
  onInsertPromo: () => void
  onAddImage: () => void
  onOpenLibrary: () => void
  /** Shows only the title, the toolbar and the text. */
  isFocused: boolean
  onFocusMode: () => void
  rich: Pick<
    ComponentProps<typeof RichEditor>,
    | 'head'
    | 'onReady'
    | 'onChange'
    | 'onOpenImage'
    | 'onOpenDialog'
    | 'onUpload'
    | 'onImageSkipped'
    | 'pastedImages'
  >
}

const contentTabs = [
  { key: 'content', label: 'Content' },
  { key: 'excerpt', label: 'Excerpt' },
] as const

/** The text of the post: title, content and excerpt. */
export function PostContentCard(props: PostContentCardProps) {
  const { form, errors, onEdit, tab, onTab, onTitle, onInsertPromo, rich } = props
  const { onAddImage, onOpenLibrary, isFocused, onFocusMode } = props
  const panelId = useId()
  const errorId = useId()
  const contentError = errors['content']?.[0]
  return (
    <section className={isFocused ? styles.focused : 'admin-card'} aria-labelledby="content-title">
      <h2 id="content-title">Post Content</h2>
      <TextField
        label="Title"
        error={errors['title']?.[0]}
        size="large"
        value={form.title}
        onChange={onTitle}
      />
      <div className={styles.tabs}>
        <Tabs label="Text" panelId={panelId} tabs={contentTabs} active={tab} onChange={onTab} />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)}>
        {/* Hidden and not unmounted, so that undo keeps working. */}
        <div hidden={tab !== 'content'}>
          <div className={`admin-line ${styles.extras}`}>
            <Button onClick={onInsertPromo}>Insert CTA Button</Button>
            <Button onClick={onAddImage}>Add Image</Button>
            <Button onClick={onOpenLibrary}>Image Library</Button>
            <Button className={styles.focusMode ?? ''} onClick={onFocusMode}>
              Focus mode
            </Button>
          </div>
          <LoadBoundary>
            <Suspense fallback={<output className={styles.loading} aria-label="Loading the editor" />}>
              <RichEditor
                initialHtml={form.content}
                isInvalid={contentError !== undefined}
                describedBy={contentError === undefined ? undefined : errorId}
                {...rich}
              />
            </Suspense>
          </LoadBoundary>
          <div aria-live="polite">
            {contentError !== undefined && (
              <p id={errorId} className={styles.error}>
                {contentError}
              </p>
            )}
          </div>
          <div className={styles.foot}>
            <ul className={styles.tips}>
              <li>Use the image button in the toolbar to upload images</li>
              <li>Maximum image size: 10MB</li>
              <li>Click an image to resize it</li>
            </ul>
            <WordCount html={form.content} />
          </div>
        </div>
        {tab === 'excerpt' && (
          <>
            <LengthMeter text={form.excerpt} goal={excerptGoal} />
            <TextAreaField
              label="Excerpt"
              error={errors['excerpt']?.[0]}
              hint="A short excerpt that will be displayed in blog listings. If not provided, it will be generated from the content."
              rows={6}
              value={form.excerpt}
              onChange={(excerpt) => onEdit({ excerpt })}
            />
          </>
        )}
      </div>
    </section>
  )
}

const excerptGoal = { max: postLimits.excerpt }
const wordsPerMinute = 220

function WordCount({ html }: { html: string }) {
  const shown = useDeferredValue(html)
  const words = useMemo(() => countWords(textOf(shown)), [shown])
  const minutes = Math.max(1, Math.round(words / wordsPerMinute))
  return (
    <span className={styles.words}>
      {words === 1 ? '1 word' : `${words} words`}
      {words > 0 && `, about ${minutes} min to read`}
    </span>
  )
}
