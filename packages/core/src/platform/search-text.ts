import { latinLetters } from './letters.ts'

/**
 * Normalizes a text for searching, on the server and offline: no case, accents, invisible characters or repeated spaces, plain
 * apostrophes and hyphens, and letters from a to z for others of the Latin script. 'Łukasz  O’Brien' -> "lukasz o'brien". What is
 * typed and what is searched must both be folded.
 */
export function foldText(text: string): string {
  return (
    text
      // An acute accent that stands for an apostrophe. NFKD would turn it into a space.
      .replaceAll('\u00b4', "'")
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase()
      .replace(/\p{Pd}/gu, '-')
      .replace(/[`\u0080-\uffff]/g, (letter) => foldedLetters.get(letter) ?? letter)
      .replace(/\s+/g, ' ')
      .trim()
  )
}

const apostrophes = ['`', '\u2018', '\u2019', '\u201b', '\u2032', '\u02bb', '\u02bc']

/** Includes the final sigma, because toLowerCase() turns a capital into that or the other one, depending on what follows. */
const foldedLetters = new Map<string, string>([
  ...latinLetters,
  ...apostrophes.map((sign) => [sign, "'"] as const),
  ['ς', 'σ'],
])
