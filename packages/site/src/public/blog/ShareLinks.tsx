/** Ways to pass a post on: plain links, and its address for the clipboard. @param url the post's whole address */
export function ShareLinks({ url, title }: { url: string; title: string }) {
  const address = encodeURIComponent(url)
  const places = [
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
    {
      name: 'Twitter',
      href: `https://twitter.com/intent/tweet?url=${address}&text=${encodeURIComponent(title)}`,
    },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${address}` },
  ]
  return (
    <section className="share" aria-labelledby="share-title">
      <h2 id="share-title">Share this post</h2>
      <ul>
        {places.map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`Share on ${name}`}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <button type="button" data-copies={url}>
            Copy link
          </button>
        </li>
      </ul>
    </section>
  )
}
