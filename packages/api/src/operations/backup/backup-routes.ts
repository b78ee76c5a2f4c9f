import { backupEndpoints } from '@priormark/core/operations/endpoints'
import { route, type AppRouter } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import type { BackupTarget } from './make-backup.ts'
import { readBackupState, startBackup } from './server-backups.ts'

export function backupRoutes(
  router: AppRouter,
  deps: { jobs: JobQueue; settings: SettingsSource; target: BackupTarget },
): void {
  route(router, backupEndpoints.read, ({ em }) => readBackupState(em, deps))

  route(router, backupEndpoints.start, async ({ em, actor }) => {
    await startBackup(em, deps.jobs, actor)
    return readBackupState(em, deps)
  })
}
