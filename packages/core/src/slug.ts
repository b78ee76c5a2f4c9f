import * as v from 'valibot'

/** The longest slug, in characters. */
export const maxSlugLength = 100

/** Lowercase letters, digits and single hyphens between segments. */
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
  return slug.replace(/^-+|-+$/g, '')
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
  return latinLetters.get(character) ?? character
}

/** Letters that Unicode does not decompose into a Latin letter and an accent. */
const latinLetters = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    þ: 'th',
    ı: 'i',
    ħ: 'h',
    ŋ: 'ng',
    ə: 'e',
    α: 'a',
    ά: 'a',
    β: 'v',
    γ: 'g',
    δ: 'd',
    ε: 'e',
    έ: 'e',
    ζ: 'z',
    η: 'i',
    ή: 'i',
    θ: 'th',
    ι: 'i',
    ί: 'i',
    ϊ: 'i',
    ΐ: 'i',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'n',
    ξ: 'x',
    ο: 'o',
    ό: 'o',
    π: 'p',
    ρ: 'r',
    σ: 's',
    ς: 's',
    τ: 't',
    υ: 'y',
    ύ: 'y',
    ϋ: 'y',
    ΰ: 'y',
    φ: 'f',
    χ: 'ch',
    ψ: 'ps',
    ω: 'o',
    ώ: 'o',
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    ґ: 'g',
    д: 'd',
    е: 'e',
    ё: 'e',
    є: 'ye',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    і: 'i',
    ї: 'yi',
    ј: 'j',
    к: 'k',
    л: 'l',
    љ: 'lj',
    м: 'm',
    н: 'n',
    њ: 'nj',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    ћ: 'c',
    ђ: 'dj',
    у: 'u',
    ў: 'u',
    ф: 'f',
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    џ: 'dz',
    ш: 'sh',
    щ: 'shch',
    ъ: '',
    ы: 'y',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
  }),
)
