/** Words that the shop's own paths are made of. */
const plainSegment = /^(?:[a-z][a-z.-]{0,23}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * Returns a path as a log may have it. The links of orders and previews are secrets, and reach the server mangled too: cut,
 * encoded, with something before or after. So only what cannot be part of a secret is kept: lower-case words and ids.
 */
export function pathForLog(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || plainSegment.test(segment) ? segment : '...'))
    .join('/')
}

/** What follows the paths of secret links, and any other word that is as long as a secret and no hash in hexadecimal. */
const secretLink = /(\/(?:order|orders|preview)\/)[\w%=+~-]{20,}/gi
const longWord = /(?<![\w%-])(?!(?:0x)?[\da-f]{43,}(?![\w%-]))[\w%-]{43,}/g

/** Hides secrets in the text of a log line, wherever it came from: messages of libraries quote addresses. */
export function hideSecrets(text: string): string {
  return text.replace(secretLink, '$1...').replace(longWord, '...')
}
