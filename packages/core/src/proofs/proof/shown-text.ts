/**
 * Controls, marks that reorder or hide text, and lone surrogates. Joiners and variation selectors stay: names and emoji
 * are written with them.
 */
const hidden =
  /[\p{Cc}\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/gu

/** Writes a text from a file so that it cannot add lines or colors, or reorder the text around it. */
export function shownText(text: string): string {
  return text.replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
