import { cutText, excerptFrom } from '@priormark/core/blog/excerpt'
import { useDeferredValue, useMemo } from 'react'
import type { PostForm } from './post-form.ts'
import styles from './SearchPreview.module.css'

/** About how much search engines show, in characters. */
const shownTitle = 60
const shownDescription = 160

/** The post as a search engine may show it. Empty fields use the same fallbacks as the public page. */
export function SearchPreview({ form }: { form: PostForm }) {
  const content = useDeferredValue(form.content)
  const contentStart = useMemo(() => excerptFrom(content, shownDescription), [content])
  const title = form.metaTitle.trim() || form.title.trim() || 'The post’s title'
  const description =
    form.metaDescription.trim() || form.excerpt.trim() || contentStart || 'The start of the post.'
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>Search result preview</figcaption>
      <div className={styles.address}>
        {location.host} › blog › {form.slug || '…'}
      </div>
      <div className={styles.title}>{cutText(title, shownTitle)}</div>
      <div>{cutText(description, shownDescription)}</div>
    </figure>
  )
}
