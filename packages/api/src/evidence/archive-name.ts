/** Device names that Windows reserves, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** File systems limit names to 255 bytes; this leaves room for a suffix. */
const maxBytes = 200

/** Invisible characters. Persian, Hindi and many emoji are written with U+200C and U+200D, which stay between others. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}|^[\u200c\u200d]+|[\u200c\u200d]+(?=\.|$)/gu

/**
 * Returns a file name that every system can unpack: no folders, no characters that Windows forbids, no invisible
 * characters but the joiners between letters, no dot or space at either end, limited length. Keeps the extension and
 * letters of any script, since ZIP names are UTF-8.
 * @param fallback the name if nothing else is left
 */
export function archiveName(name: string, fallback: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(hidden, '')
    .replace(/[<>:"/\\|?*]/g, '-')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  const usable = clean === '' ? fallback : clean
  return shorten(reserved.test(usable) ? `_${usable}` : usable)
}

/** Shortens the name by whole characters and keeps the extension. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  const ending = /\.[^.\s]{1,20}$/u.exec(name)?.[0] ?? ''
  const roomBytes = maxBytes - Buffer.byteLength(ending)
  let kept = ''
  for (const { segment } of new Intl.Segmenter('en').segment(name.slice(0, name.length - ending.length))) {
    if (Buffer.byteLength(kept + segment) > roomBytes) break
    kept += segment
  }
  return kept.trimEnd() + ending
}
