import * as v from 'valibot'
import { field, group, TimeOfDay, wholeNumber } from './fields.ts'

/** When backups are made: `weekly` on Sundays; `elsewhere` by another program, of which the shop sees nothing. */
export const backupSchedules = ['off', 'daily', 'weekly', 'elsewhere'] as const
export type BackupSchedule = (typeof backupSchedules)[number]

/** When the shop makes backups, and how many it keeps. */
export const backup = group({
  schedule: field(
    v.picklist(backupSchedules, 'must be off, daily, weekly or elsewhere'),
    'off',
    'Schedule of backups',
  ),
  /** By the clock of the shop’s time zone, such as '03:00'. */
  time: field(TimeOfDay, '03:00', 'Time of backups'),
  /** Older ones are deleted. */
  keptCount: field(wholeNumber(1, 365), 14, 'Number of backups that are kept'),
})
export type BackupSettings = v.InferOutput<typeof backup.schema>
