import { blogPath, type ShownPost } from '@priormark/core/blog/blog-view'
import { formatDay } from '@priormark/core/platform/dates'
import { bodyParts } from './post-body.ts'
import { PostImage } from './PostImage.tsx'
import { PromoBanner } from './PromoBanner.tsx'
import { ShareLinks } from './ShareLinks.tsx'

interface PostArticleProps {
  post: ShownPost
  /** The post's absolute URL. */
  url: string
  isPreview: boolean
}

/** A post. Only rendered on the server; post-actions.ts handles its buttons. */
export function PostArticle({ post, url, isPreview }: PostArticleProps) {
  const { title, content, author, categories, tags, publishedAt } = post
  const [before, after] = bodyParts(content)
  return (
    <article className="post">
      {isPreview && (
        <p className="post-preview">
          <strong>Preview.</strong> Only people with this link can see it.
        </p>
      )}
      <header className="post-head">
        <p className="post-facts">
          <a href={blogPath}>Blog</a>
          {categories.map((category) => (
            <span key={category.id} className="post-category">
              {category.name}
            </span>
          ))}
        </p>
        <h1>{title}</h1>
        <p className="post-by">
          By {author.firstName}
          {publishedAt !== null && (
            <>
              , <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>
            </>
          )}
        </p>
      </header>
      <PostImage post={post} sizes="(min-width: 80rem) 66rem, 90vw" />
      <div className="post-text">
        <div className="prose" dangerouslySetInnerHTML={{ __html: before }} />
        {after !== undefined && (
          <>
            {isPreview && (
              <p className="post-banner-note">Posts with more than three paragraphs get this banner here.</p>
            )}
            <PromoBanner />
            <div className="prose" dangerouslySetInnerHTML={{ __html: after }} />
          </>
        )}
      </div>
      <footer className="post-foot">
        {tags.length > 0 && (
          <ul className="tags" aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag.id}>{tag.name}</li>
            ))}
          </ul>
        )}
        <ShareLinks url={url} title={title} />
      </footer>
    </article>
  )
}
