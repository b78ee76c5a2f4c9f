import type { StorageConfig } from '../storage/storage-config.ts'
import type { BackupKeys } from './encryption.ts'

/** What backup, restore and the move to PostgreSQL need to know. */
export interface BackupConfig {
  dataDir: string
  databaseUrl: string | null
  storage: StorageConfig
  logLevel: string
  keys: BackupKeys
}
