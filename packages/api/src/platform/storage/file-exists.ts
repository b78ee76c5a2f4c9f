import { AppError } from '@priormark/core/platform/errors'
import type { FileStorage } from './file-storage.ts'

/**
 * Whether the storage has a file. @param signal aborts the call when a person waits
 * @throws every error of the storage except a missing file
 */
export async function fileExists(storage: FileStorage, key: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const { content } = await storage.read(key, null, signal)
    content.on('error', () => {})
    content.destroy()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}
