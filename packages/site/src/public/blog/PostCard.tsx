import { postPath, type ShownCard } from '@priormark/core/blog/blog-view'
import { formatDay } from '@priormark/core/platform/dates'
import { cutText } from '@priormark/core/blog/excerpt'
import { CardImage } from './PostImage.tsx'

/** The maximum number of tags on a card. */
const maxTags = 3

/** A post in the list. @param isLead the first and largest of a page */
export function PostCard({ post, isLead }: { post: ShownCard; isLead: boolean }) {
  const { title, slug, excerpt, tags, publishedAt } = post
  const sizes = isLead ? '(min-width: 60rem) 40rem, 90vw' : '(min-width: 45rem) 22rem, 90vw'
  return (
    <li className="card" data-lead={isLead || undefined}>
      <CardImage post={post} sizes={sizes} isFirst={isLead} />
      <div className="card-text">
        {publishedAt !== null && (
          <p className="card-date">
            <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
          </p>
        )}
        <h2>
          <a href={postPath(slug)}>{title}</a>
        </h2>
        <p className="card-excerpt">{cutText(excerpt)}</p>
        {tags.length > 0 && (
          <ul className="tags" aria-label="Tags">
            {tags.slice(0, maxTags).map((tag) => (
              <li key={tag.id}>{tag.name}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
