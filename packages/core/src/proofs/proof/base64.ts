import { trimEndOf } from '../../platform/trim-end.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Standard base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let n = 0; n < bytes.length; n += 3) {
    const bits = ((bytes[n] ?? 0) << 16) | ((bytes[n + 1] ?? 0) << 8) | (bytes[n + 2] ?? 0)
    const digits = [18, 12, 6, 0].map((shift) => alphabet.charAt((bits >> shift) & 63))
    const digitCount = Math.min(4, bytes.length - n + 1)
    text += digits.slice(0, digitCount).join('').padEnd(4, '=')
  }
  return text
}

/** Decodes standard base64. Returns null for text that `toBase64` would write differently. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const digits = trimEndOf(text, '=')
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let bits = 0
  let written = 0
  for (let n = 0; n < digits.length; n += 1) {
    bits = ((bits << 6) | alphabet.indexOf(digits.charAt(n))) & 0xffffff
    const spareBits = (6 * (n + 1)) % 8
    if (spareBits < 6) {
      bytes[written] = (bits >> spareBits) & 0xff
      written += 1
    }
  }
  return toBase64(bytes) === text ? bytes : null
}
