import { AppError } from '@priormark/core/errors'
import type { FileStorage } from './file-storage.ts'

/** How long the storage may take to say whether it has a file, in milliseconds: a person may wait for it. */
const patienceMs = 8_000

/** Whether the storage has a file. @throws whatever the storage failed with, but for a missing file */
export async function isThere(storage: FileStorage, key: string): Promise<boolean> {
  try {
    const { content } = await storage.read(key, null, AbortSignal.timeout(patienceMs))
    content.on('error', () => {})
    content.destroy()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}
