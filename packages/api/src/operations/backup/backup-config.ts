import type { StorageConfig } from '../../platform/storage/storage-config.ts'
import type { BackupKeys } from './encryption.ts'

/** The configuration of backup, restore and the move to PostgreSQL. */
export interface BackupConfig {
  dataDir: string
  databaseUrl: string | null
  storage: StorageConfig
  logLevel: string
  keys: BackupKeys
}
