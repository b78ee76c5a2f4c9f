import { blogPath } from '@priormark/core/blog/blog-view'
import button from '../layout/button.module.css'

/** In place of a post that is not there, not yet or not any more. */
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
