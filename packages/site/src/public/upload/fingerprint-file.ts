import { hashFile } from '../hashing/hash-file.ts'

export interface FingerprintOptions {
  /** Called with the share of bytes that are hashed, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** The SHA-256 of a file in hex, or null where the browser cannot compute it. Never rejects. */
export type HashFile = (file: File, options: FingerprintOptions) => Promise<string | null>

/**
 * Hashes beside the page. A browser without workers or WebAssembly uploads without: the server hashes what arrives in any
 * case. So does a file that cannot be read, whose upload then says so.
 */
export const fingerprintFile: HashFile = async (file, options) => {
  try {
    return await hashFile(file, options)
  } catch {
    return null
  }
}
