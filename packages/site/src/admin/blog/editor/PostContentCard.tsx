import { postLimits } from '@priormark/core/blog/post'
import { countWords, textOf } from '@priormark/core/blog/excerpt'
import { Button } from 'antd'
import { Suspense, useDeferredValue, useId, useMemo, type RefObject } from 'react'
import { useStore } from 'zustand'
import { lazyLoad } from '../../../ui/lazy-load.ts'
import { LoadBoundary } from '../../../ui/LoadBoundary.tsx'
import { tabId, Tabs } from '../../platform/ui/Tabs.tsx'
import { TextAreaField, TextField } from '../../platform/ui/TextField.tsx'
import { counted } from '@priormark/core/platform/counted'
import type { PostEditorModel } from './post-editor-model.ts'
import { LengthMeter, usePostFields } from './PostFields.tsx'
import type { DialogRequest } from './rich/plugin-tools.ts'
import styles from './PostContentCard.module.css'

// CKEditor is by far the largest part of the editor, so the form is shown first.
const RichEditor = lazyLoad(async () => (await import('./rich/RichEditor.tsx')).default)

export type ContentTab = 'content' | 'excerpt'

interface PostContentCardProps {
  model: PostEditorModel
  /** The head of the editor, see RichEditor. */
  head: RefObject<HTMLElement | null>
  tab: ContentTab
  onTab: (tab: ContentTab) => void
  /** Shows only the title, the toolbar and the text. */
  isFocused: boolean
  onFocusMode: () => void
  onOpenDialog: (request: DialogRequest) => void
}

const contentTabs = [
  { key: 'content', label: 'Content' },
  { key: 'excerpt', label: 'Excerpt' },
] as const

/** The text of the post: title, content and excerpt. */
export function PostContentCard(props: PostContentCardProps) {
  const { model, head, tab, onTab, isFocused, onFocusMode, onOpenDialog } = props
  const form = useStore(model.store, (state) => state.form)
  const field = usePostFields(model)
  const panelId = useId()
  const errorId = useId()
  const contentError = field('content').error
  return (
    <section className={isFocused ? styles.focused : 'admin-card'} aria-labelledby="content-title">
      <h2 id="content-title">Post Content</h2>
      <TextField label="Title" size="large" {...field('title')} onChange={model.setTitle} />
      <div className={styles.tabs}>
        <Tabs label="Text" panelId={panelId} tabs={contentTabs} active={tab} onChange={onTab} />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)}>
        {/* Hidden and not unmounted, so that undo keeps working. */}
        <div hidden={tab !== 'content'}>
          <div className={`admin-line ${styles.extras}`}>
            <Button onClick={() => model.rich?.insertPromoBlock()}>Insert CTA Button</Button>
            <Button onClick={() => onOpenDialog('new-image')}>Add Image</Button>
            <Button onClick={() => onOpenDialog('content-image')}>Image Library</Button>
            <Button className={styles.focusMode ?? ''} onClick={onFocusMode}>
              Focus mode
            </Button>
          </div>
          <LoadBoundary>
            <Suspense fallback={<output className={styles.loading} aria-label="Loading the editor" />}>
              <RichEditor
                model={model}
                errorId={contentError === undefined ? undefined : errorId}
                head={head}
                onOpenDialog={onOpenDialog}
              />
            </Suspense>
          </LoadBoundary>
          <div aria-live="polite">
            {contentError !== undefined && (
              <p id={errorId} className="admin-error">
                {contentError}
              </p>
            )}
          </div>
          <div className={`admin-small ${styles.foot}`}>
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
              hint="A short excerpt that will be displayed in blog listings. If not provided, it will be generated from the content."
              rows={6}
              {...field('excerpt')}
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
  const deferredHtml = useDeferredValue(html)
  const words = useMemo(() => countWords(textOf(deferredHtml)), [deferredHtml])
  const minutes = Math.max(1, Math.round(words / wordsPerMinute))
  return (
    <span className={styles.words}>
      {counted(words, 'word', 'words')}
      {words > 0 && `, about ${minutes} min to read`}
    </span>
  )
}
