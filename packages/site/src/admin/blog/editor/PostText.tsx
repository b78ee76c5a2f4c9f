import './post-text.css'

/** Renders a post's HTML. It is safe: the server sanitized it, or the rich editor wrote it by the same rules. */
export function PostText({ html }: { html: string }) {
  return <div className="ck-content prose" dangerouslySetInnerHTML={{ __html: html }} />
}
