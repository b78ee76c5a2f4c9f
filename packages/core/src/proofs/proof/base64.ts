// Browsers, Node.js and Electron all have them.
declare function btoa(binary: string): string
declare function atob(base64: string): string

/** Standard base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Decodes standard base64. Returns null for text that `toBase64` would write differently. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const binary = atob(text)
  return btoa(binary) === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null
}
