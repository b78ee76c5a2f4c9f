/** Matches path segments that cannot be secrets: short lower-case words and UUIDs. */
const plainSegment = /^(?:[a-z][a-z.-]{0,23}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * Returns a path that is safe to log. The links of orders and previews are secrets, and may arrive mangled: truncated,
 * encoded, or with text added. So only segments that cannot be part of a secret are kept: lower-case words and ids.
 */
export function pathForLog(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment === '' || plainSegment.test(segment) ? segment : '...'))
    .join('/')
}

/** Matches secret links, and any other word as long as a secret that is not a hash in hex. */
const secretLink = /(\/(?:order|orders|preview)\/)[\w%=+~-]{20,}/gi
const longWord = /(?<![\w%-])(?!(?:0x)?[\da-f]{43,}(?![\w%-]))[\w%-]{43,}/g

/** Masks secrets in a log line, whatever wrote them: error messages of libraries quote addresses. */
export function hideSecrets(text: string): string {
  return text.replace(secretLink, '$1...').replace(longWord, '...')
}
