/** Returns the addresses of a post's images without alternative text, in their order. */
export function imagesWithoutAlt(html: string): string[] {
  const images = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('img')
  return Array.from(images)
    .filter(({ alt }) => alt.trim() === '')
    .map((image) => image.getAttribute('src') ?? '')
}
