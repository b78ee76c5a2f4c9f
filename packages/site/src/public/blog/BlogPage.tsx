import { Island } from '../../rendering/page/page-context.tsx'

/** The list of posts. It has only links and a form, so it stays the HTML that the server rendered. */
export function BlogPage() {
  return <Island id="blog-list" />
}
