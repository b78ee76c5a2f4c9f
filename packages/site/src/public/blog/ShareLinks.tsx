/** Links to share a post, and a button that copies its address. @param url absolute */
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
