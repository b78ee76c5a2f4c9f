import { cutText, excerptFrom } from '@priormark/core/blog/excerpt'
import { postLimits, type PostInput } from '@priormark/core/blog/post-input'
import { useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import { TextAreaField, TextField } from '../../platform/ui/TextField.tsx'
import type { PostEditorModel } from './post-editor-model.ts'
import { FoldingCard, LengthMeter, usePostFields } from './PostFields.tsx'
import styles from './PostFields.module.css'

const titleGoal = { recommended: [50, 60], max: postLimits.metaTitle } as const
const descriptionGoal = { recommended: [150, 160], max: postLimits.metaDescription } as const
const keywordsGoal = { max: postLimits.metaKeywords }

const seoFields = ['metaTitle', 'metaDescription', 'metaKeywords']

/** The meta fields for search engines and social networks. */
export function SeoSettings({ model }: { model: PostEditorModel }) {
  const { form, errors } = useStore(model.store)
  const field = usePostFields(model)
  const description = { ...field('metaDescription'), hint: 'Recommended: 150-160 characters' }
  return (
    <FoldingCard title="SEO Settings" fields={seoFields} errors={errors}>
      <LengthMeter text={form.metaTitle} goal={titleGoal} />
      <TextField label="Meta Title" hint="Recommended: 50-60 characters" {...field('metaTitle')} />
      <LengthMeter text={form.metaDescription} goal={descriptionGoal} />
      <TextAreaField label="Meta Description" rows={3} {...description} />
      <LengthMeter text={form.metaKeywords} goal={keywordsGoal} />
      <TextField label="Meta Keywords" hint="Separate with commas" {...field('metaKeywords')} />
      <SearchPreview form={form} />
    </FoldingCard>
  )
}

/** About how much search engines show, in characters. */
const shownTitle = 60
const shownDescription = 160

/** The post as a search engine may show it. Empty fields use the same fallbacks as the public page. */
function SearchPreview({ form }: { form: PostInput }) {
  const content = useDeferredValue(form.content)
  const contentStart = useMemo(() => excerptFrom(content, shownDescription), [content])
  const title = form.metaTitle.trim() || form.title.trim() || 'The post’s title'
  const description =
    form.metaDescription.trim() || form.excerpt.trim() || contentStart || 'The start of the post.'
  return (
    <figure className={styles.resultPreview}>
      <figcaption className={styles.caption}>Search result preview</figcaption>
      <div className="admin-small">
        {location.host} › blog › {form.slug || '…'}
      </div>
      <div className={styles.title}>{cutText(title, shownTitle)}</div>
      <div>{cutText(description, shownDescription)}</div>
    </figure>
  )
}
