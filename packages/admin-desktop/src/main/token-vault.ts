import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { safeStorage } from 'electron'
import { writeWhole } from './json-file.ts'

/** Where a login is kept: encrypted by the system's keyring, beside the drafts of the same person. */
export interface TokenVault {
  /** False where the system has no keyring: then nothing is written, and a login ends with the program. */
  isPersistent(): Promise<boolean>
  read(folder: string): Promise<string | null>
  keep(folder: string, token: string): Promise<void>
  delete(folder: string): void
}

const fileIn = (folder: string) => path.join(folder, 'login.bin')

export const tokenVault: TokenVault = {
  async isPersistent() {
    // Linux without a keyring falls back to a key that everybody knows.
    const isPlain = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
    return !isPlain && (await safeStorage.isAsyncEncryptionAvailable())
  },

  async read(folder) {
    if (!(await tokenVault.isPersistent())) return null
    try {
      const { result } = await safeStorage.decryptStringAsync(readFileSync(fileIn(folder)))
      return result
    } catch {
      // Nobody logged in here, or the keyring is another one now: the person logs in again.
      return null
    }
  },

  async keep(folder, token) {
    if (await tokenVault.isPersistent())
      writeWhole(fileIn(folder), await safeStorage.encryptStringAsync(token))
  },

  delete: (folder) => rmSync(fileIn(folder), { force: true }),
}
