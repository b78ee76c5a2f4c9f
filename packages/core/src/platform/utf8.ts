// Browsers, Node.js and Electron all have it.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** Encodes UTF-8 without a byte order mark. @throws RangeError for a lone surrogate */
export function utf8(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new RangeError('The text contains a lone surrogate')
  return new TextEncoder().encode(text)
}
