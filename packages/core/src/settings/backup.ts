import * as v from 'valibot'
import { TimeOfDay, wholeNumber } from './fields.ts'

/** When backups are made: `weekly` on Sundays; `elsewhere` by another program, of which the shop sees nothing. */
export const backupSchedules = ['off', 'daily', 'weekly', 'elsewhere'] as const
export type BackupSchedule = (typeof backupSchedules)[number]

/** When the shop makes backups, and how many it keeps. */
export const BackupSettings = v.object({
  schedule: v.picklist(backupSchedules, 'must be off, daily, weekly or elsewhere'),
  /** By the clock of the shop’s time zone, such as '03:00'. */
  time: TimeOfDay,
  /** Older ones are deleted. */
  keptCount: wholeNumber(1, 365),
})
export type BackupSettings = v.InferOutput<typeof BackupSettings>

export const defaultBackup: BackupSettings = { schedule: 'off', time: '03:00', keptCount: 14 }
