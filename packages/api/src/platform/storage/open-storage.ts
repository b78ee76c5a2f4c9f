import path from 'node:path'
import { openDiskStorage } from './disk-storage.ts'
import type { FileStorage } from './file-storage.ts'
import type { StorageConfig } from './storage-config.ts'

/** Opens the configured file storage. @throws Error if a bucket cannot be used, with the settings to check */
export async function openStorage(config: { storage: StorageConfig; dataDir: string }): Promise<FileStorage> {
  const { storage, dataDir } = config
  if (storage.kind === 'disk') return openDiskStorage(path.join(dataDir, 'files'))
  // Loaded on demand, because a shop on one disk does not need it.
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(storage)
}
