import { Island } from '../Island.tsx'

/** The list of posts. It works by links and a form, so the browser keeps it as the server rendered it. */
export function BlogPage() {
  return <Island id="blog-list" />
}
