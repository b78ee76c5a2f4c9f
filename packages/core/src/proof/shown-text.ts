/** Controls, marks that reorder or hide text, and lone surrogates. Joiners stay: names are written with them. */
const hidden =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/gu

/** Writes a text from a file so that it cannot add lines, colors or order of its own to what is around it. */
export function shownText(text: string): string {
  return text.replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
