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
