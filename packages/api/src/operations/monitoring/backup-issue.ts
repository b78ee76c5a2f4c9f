import { counted } from '@priormark/core/platform/counted'
import type { Em } from '../../platform/database/database.ts'
import type { ShopSettings } from '../../settings/shop-settings.ts'
import { readBackupRuns } from '../backup/backup-state.ts'
import type { HealthIssue } from './health-issue.ts'

const dayMs = 24 * 3_600_000

/** The age of the last success that is a problem, in days: two runs were missed. */
const maxDays = { daily: 2, weekly: 9 }

/** Reports a shop that makes no backups, or whose last ones failed. */
export async function findMissingBackup(
  em: Em,
  { backup: { schedule } }: Pick<ShopSettings, 'backup'>,
  now = new Date(),
): Promise<HealthIssue | null> {
  if (schedule === 'elsewhere') return null
  const issue: Pick<HealthIssue, 'kind' | 'orders' | 'links'> = {
    kind: 'backup_missing',
    orders: [],
    links: [{ path: '/admin/health/backups', label: 'Open Backups' }],
  }
  if (schedule === 'off') {
    return {
      ...issue,
      title: 'No backups are planned',
      remedy:
        'A broken disk would take all orders and files. Choose a schedule, or say that another program makes them.',
    }
  }
  const runs = await readBackupRuns(em)
  if (runs !== null && runs.failure !== null) {
    return {
      ...issue,
      title: 'The last backup failed',
      remedy: `${runs.failure.replace(/\.$/, '')}. It is tried again every hour.`,
    }
  }
  const lastSuccess = runs?.lastSuccess ?? null
  if (lastSuccess === null) {
    return {
      ...issue,
      title: 'No backup has been made yet',
      remedy: 'The schedule makes the first one within minutes. You can also run one now.',
    }
  }
  const days = Math.floor((now.getTime() - Date.parse(lastSuccess.at)) / dayMs)
  if (days < maxDays[schedule]) return null
  return {
    ...issue,
    title: `The last backup is ${counted(days, 'day', 'days')} old`,
    remedy: 'Run one now, and check that the server runs at the time of the schedule.',
  }
}
