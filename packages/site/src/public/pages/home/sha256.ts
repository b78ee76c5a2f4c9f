/**
 * Returns the SHA-256 of a text in UTF-8 as lower-case hex, or null if the browser has no crypto (a page without
 * https).
 */
export async function sha256OfText(text: string): Promise<string | null> {
  if (!('subtle' in crypto)) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
