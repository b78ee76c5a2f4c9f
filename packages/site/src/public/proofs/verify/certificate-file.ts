/** Returns the fingerprint in the metadata of a certificate of Priormark; null for any other file. */
export function certifiedFingerprint(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes)
  // Its subject, as a text of its own.
  return text.startsWith('%PDF-') ? (/\(SHA-256 ([0-9a-f]{64})\)/.exec(text)?.[1] ?? null) : null
}
