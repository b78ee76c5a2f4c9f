/** Names that Windows keeps for devices, with any ending. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** File systems count bytes, and 255 is what all of them take. */
const maxBytes = 200

/**
 * A name that every system can unpack: no folders, no signs that Windows refuses, no invisible characters, no dot or space
 * at an end, not too long. The ending stays. Letters of any script stay too: ZIPs have names in UTF-8.
 * @param fallback what a name is called that has nothing else left
 */
export function archiveName(name: string, fallback: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '-')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  const usable = clean === '' ? fallback : clean
  return shorten(reserved.test(usable) ? `_${usable}` : usable)
}

/** Cuts whole characters before the ending. */
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
