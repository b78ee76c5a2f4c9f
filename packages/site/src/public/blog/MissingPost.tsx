import { blogPath } from '@priormark/core/blog/blog-view'
import button from '../platform/layout/button.module.css'

/** Shown for a post that does not exist or is not published. */
export function MissingPost() {
  return (
    <section className="blog blog-empty">
      <h1>Error Loading Blog Post</h1>
      <p>We couldn't find the blog post you're looking for.</p>
      <p>
        <a href={blogPath} className={button.primary}>
          Back to Blog
        </a>
      </p>
    </section>
  )
}
