import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { safeStorage } from 'electron'
import { writeAtomically } from '../platform/json-file.ts'

const fileIn = (folder: string) => path.join(folder, 'login.bin')

export type TokenVault = typeof tokenVault

/** Stores logins, encrypted by the system's keyring, next to the user's drafts. */
export const tokenVault = {
  /** False if the system has no keyring: then nothing is stored, and a login ends with the program. */
  async isPersistent(): Promise<boolean> {
    // Without a keyring, Linux falls back to a publicly known key.
    const hasKnownKey =
      process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
    return !hasKnownKey && (await safeStorage.isAsyncEncryptionAvailable())
  },

  async read(folder: string): Promise<string | null> {
    if (!(await tokenVault.isPersistent())) return null
    try {
      const { result } = await safeStorage.decryptStringAsync(readFileSync(fileIn(folder)))
      return result
    } catch {
      // There is no login, or the keyring has changed: the user logs in again.
      return null
    }
  },

  async store(folder: string, token: string): Promise<void> {
    if (await tokenVault.isPersistent())
      writeAtomically(fileIn(folder), await safeStorage.encryptStringAsync(token))
  },

  delete: (folder: string): void => rmSync(fileIn(folder), { force: true }),
}
