import type { StorageConfig } from '../../platform/storage/storage-config.ts'
import type { BackupKeys } from './encryption.ts'

/** Where the server puts its backups, and the keys that encrypt them. */
export interface BackupPlace {
  folder: string
  keys: BackupKeys
}

/** The configuration of backup, restore and the move to PostgreSQL. */
export interface BackupConfig {
  dataDir: string
  databaseUrl: string | null
  storage: StorageConfig
  logLevel: string
  keys: BackupKeys
}
