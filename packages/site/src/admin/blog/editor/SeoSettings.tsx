import { cutText, excerptFrom } from '@priormark/core/blog/excerpt'
import { postLimits } from '@priormark/core/blog/post-input'
import { Input } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { Field } from '../../platform/ui/Field.tsx'
import { FoldingCard, hasErrorIn } from './FoldingCard.tsx'
import { LengthMeter } from './PostFields.tsx'
import type { PostForm } from './post-form.ts'
import type { PostFieldsProps } from './PostContentCard.tsx'
import styles from './PostFields.module.css'

const titleGoal = { recommended: [50, 60], max: postLimits.metaTitle } as const
const descriptionGoal = { recommended: [150, 160], max: postLimits.metaDescription } as const
const keywordsGoal = { max: postLimits.metaKeywords }

const seoFields = ['metaTitle', 'metaDescription', 'metaKeywords']

/** The meta fields for search engines and social networks. */
export function SeoSettings({ form, errors, onEdit }: PostFieldsProps) {
  return (
    <FoldingCard title="SEO Settings" className={styles.fields} hasError={hasErrorIn(errors, seoFields)}>
      <LengthMeter text={form.metaTitle} goal={titleGoal} />
      <Field label="Meta Title" error={errors['metaTitle']?.[0]} hint="Recommended: 50-60 characters">
        {(inputProps) => (
          <Input
            {...inputProps}
            value={form.metaTitle}
            onChange={({ target }) => onEdit({ metaTitle: target.value })}
          />
        )}
      </Field>
      <LengthMeter text={form.metaDescription} goal={descriptionGoal} />
      <Field
        label="Meta Description"
        error={errors['metaDescription']?.[0]}
        hint="Recommended: 150-160 characters"
      >
        {(inputProps) => (
          <Input.TextArea
            {...inputProps}
            rows={3}
            value={form.metaDescription}
            onChange={({ target }) => onEdit({ metaDescription: target.value })}
          />
        )}
      </Field>
      <LengthMeter text={form.metaKeywords} goal={keywordsGoal} />
      <Field label="Meta Keywords" error={errors['metaKeywords']?.[0]} hint="Separate with commas">
        {(inputProps) => (
          <Input
            {...inputProps}
            value={form.metaKeywords}
            onChange={({ target }) => onEdit({ metaKeywords: target.value })}
          />
        )}
      </Field>
      <SearchPreview form={form} />
    </FoldingCard>
  )
}

/** About how much search engines show, in characters. */
const shownTitle = 60
const shownDescription = 160

/** The post as a search engine may show it. Empty fields use the same fallbacks as the public page. */
function SearchPreview({ form }: { form: PostForm }) {
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
