import { utf8 } from '../utf8.ts'

/**
 * Device names that Windows reserves, with any extension, also after spaces: `aux`, `NUL.txt`, `com1 .wav`. No file or folder can have
 * one there.
 */
const reservedName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i

/** Invisible characters except the joiners U+200C and U+200D, with which Persian, Hindi and many emoji are written. */
const invisibleCharacters = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

/** Joiners that join nothing: at the beginning, or before a dot, another joiner or the end. */
const looseJoiner = /^[\u200c\u200d]+|[\u200c\u200d](?=[.\u200c\u200d]|$)/gu

/** The longest name of a file that file systems allow, in bytes of UTF-8. */
export const maxFileNameBytes = 255

/** How a name is made portable. */
interface PortableNameOptions {
  /** The name if nothing else is left. */
  fallback: string
  /** The most bytes of UTF-8. The default leaves room for a suffix such as ' - evidence.zip'. */
  maxBytes?: number
}

/**
 * Returns a file name that every system can store and unpack: no folders, no characters or names that Windows
 * forbids, no invisible characters but joiners between letters, no dot or space at either end, a limited length.
 * Keeps the extension, and letters of any script.
 */
export function portableName(name: string, { fallback, maxBytes = 200 }: PortableNameOptions): string {
  const cleanName = trimDotsAndSpaces(
    name
      .toWellFormed()
      .normalize('NFC')
      .replace(invisibleCharacters, '')
      .replace(looseJoiner, '')
      .replace(/[<>:"/\\|?*]/g, '-'),
  )
  const usableName = cleanName === '' ? fallback : cleanName
  return shorten(reservedName.test(usableName) ? `_${usableName}` : usableName, { fallback, maxBytes })
}

/** A loop, because a regular expression would need quadratic time for long runs inside the name. */
function trimDotsAndSpaces(name: string): string {
  let start = 0
  let end = name.length
  while (start < end && isDotOrSpace(name.charAt(start))) start += 1
  while (end > start && isDotOrSpace(name.charAt(end - 1))) end -= 1
  return name.slice(start, end)
}

function isDotOrSpace(character: string): boolean {
  return /[\s.]/u.test(character)
}

/** Shortens the name by whole characters and keeps the extension. One character alone can be too long, with many accents. */
function shorten(name: string, { fallback, maxBytes }: Required<PortableNameOptions>): string {
  if (utf8(name).length <= maxBytes) return name
  const ending = /\.[^.\s]{1,20}$/u.exec(name)?.[0] ?? ''
  let roomBytes = maxBytes - utf8(ending).length
  let keptText = ''
  for (const { segment } of new Intl.Segmenter('en').segment(name.slice(0, name.length - ending.length))) {
    roomBytes -= utf8(segment).length
    if (roomBytes < 0) break
    keptText += segment
  }
  return (trimDotsAndSpaces(keptText.replace(looseJoiner, '')) || fallback) + ending
}
