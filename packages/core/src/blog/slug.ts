import * as v from 'valibot'
import { latinLetters, transliterations } from '../platform/letters.ts'
import { trimEndOf } from '../platform/trim-end.ts'

/** The longest slug, in characters. */
export const maxSlugLength = 100

/** A slug: lowercase letters and digits, with single hyphens between them. */
export const Slug = v.pipe(
  v.string('Slug is required'),
  v.trim(),
  v.minLength(1, 'Slug is required'),
  v.maxLength(maxSlugLength, `Slug must be ${maxSlugLength} characters or less`),
  v.regex(
    /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/,
    'Slug must contain only lowercase letters, numbers, and hyphens',
  ),
)

/**
 * Derives a slug from a title: lowercase, without punctuation and accents, with single hyphens for spaces. Greek and
 * Cyrillic are transliterated. A title in another script gets `post-` and a checksum, so that two such titles differ.
 * '' if the title has no letters or digits.
 */
export function slugFrom(title: string): string {
  const latin = Array.from(title.normalize('NFKC').toLowerCase(), latinOf).join('')
  const slug = latin
    .normalize('NFKD')
    .replace(/[\s\p{Pd}]+/gu, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
  const trimmed = trimHyphens(trimHyphens(slug).slice(0, maxSlugLength))
  if (trimmed !== '') return trimmed
  return /[\p{L}\p{N}]/u.test(title) ? `post-${checksum(title.normalize('NFC').trim())}` : ''
}

/** Returns the requested slug if it is free, or the first free one with -2, -3 and so on. */
export function freeSlug(requested: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`
    const slug = trimHyphens(requested.slice(0, maxSlugLength - ending.length)) + ending
    if (!isTaken(slug)) return slug
  }
}

function trimHyphens(slug: string): string {
  return trimEndOf(slug.replace(/^-+/, ''), '-')
}

/** FNV-1a over the code units, in base 36: short and stable; not for security. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

function latinOf(character: string): string {
  return latinLetters.get(character) ?? transliterations.get(character) ?? character
}
