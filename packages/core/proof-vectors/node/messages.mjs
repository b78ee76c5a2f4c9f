// The words that all verifiers use, from tables.json.
import { readFileSync } from 'node:fs'

export const tables = JSON.parse(readFileSync(new URL('../tables.json', import.meta.url), 'utf8'))

export function say(id, parts = {}) {
  return tables.messages[id].replace(/\{(\w+)\}/g, (place, name) => String(parts[name] ?? place))
}

const hidden =
  /[\p{Cc}\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/gu

/** Writes controls, marks that hide or reorder text, and lone surrogates as escapes. */
export function shown(text) {
  return text.replace(hidden, (character) => `\\u{${character.codePointAt(0).toString(16)}}`)
}
