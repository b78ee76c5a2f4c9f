/** Controls of the bidirectional algorithm (Unicode Standard Annex 9): invisible, and able to reorder the text around them. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Removes the invisible characters that reorder text. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(directionMarks, '')
}

/**
 * Isolates a name within a plain-text sentence, so that it is laid out by its own direction and reorders nothing beside it:
 * FSI, the name, PDI. Pages use `<bdi>` instead.
 */
export function isolatedText(text: string): string {
  return `\u2068${withoutDirectionMarks(text)}\u2069`
}

/**
 * Controls, marks that reorder or hide text, and lone surrogates. Joiners and variation selectors stay: names and emoji
 * are written with them.
 */
const hiddenCharacters =
  /[\p{Cc}\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/gu

/** Escapes a text from a file so that it cannot add lines or colors, or reorder the text around it. */
export function shownText(text: string): string {
  return text.replace(hiddenCharacters, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
