import './post-text.css'

/** HTML of a post to read: cleaned by the server or written by the rich editor, which keeps the same rules. */
export function PostText({ html }: { html: string }) {
  return <div className="ck-content prose" dangerouslySetInnerHTML={{ __html: html }} />
}
