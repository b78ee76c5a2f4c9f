import { runAnchoring } from '../proofs/anchoring/anchoring-cycle.ts'
import type { Anchors } from '../proofs/anchoring/open-anchors.ts'
import { sweepLogins } from '../staff/auth/sweep-logins.ts'
import { publishDuePosts, deleteExpiredBlogData } from '../blog/post-schedule.ts'
import { sweepRateLimits } from '../platform/http/rate-limit.ts'
import type { Schedule } from '../platform/jobs/job-queue.ts'
import type { Log } from '../platform/logging/log.ts'
import type { MailTransport } from '../platform/mail/mail-transport.ts'
import { sweepRetention, sweepUploads } from '../orders/uploads/file-retention.ts'
import type { PaymentGateway } from '../orders/gateway/payment-gateway.ts'
import { sweepPayments } from '../orders/payments/payment-events.ts'
import { addMissingLeaves } from '../proofs/leaves/leaf-service.ts'
import type { SettingsSource } from '../settings/shop-settings.ts'
import type { Database } from '../platform/database/database.ts'
import type { FileStorage } from '../platform/storage/file-storage.ts'
import { sweepFiles } from '../platform/storage/sweep-files.ts'
import type { HealthReport } from './monitoring/health-issues.ts'
import { sendDueSummary } from './monitoring/daily-summary.ts'
import { queueDueBackup } from './backup/server-backups.ts'

interface ScheduleDeps {
  database: Database
  storage: FileStorage
  gateway: PaymentGateway
  anchors: Anchors
  transport: MailTransport
  findHealthIssues: () => Promise<HealthReport>
  settings: SettingsSource
  log: Log
}

/** Returns all scheduled work. */
export function schedules(deps: ScheduleDeps): Schedule[] {
  const { database, anchors, settings } = deps
  const withData = async () => ({ ...(await settings.refresh()).data, ...deps })
  return [
    { name: 'sweep-payments', cron: '* * * * *', run: (jobs) => sweepPayments({ ...deps, jobs }) },
    { name: 'anchor', cron: '* * * * *', run: (jobs) => runAnchoring(deps, jobs) },
    {
      name: 'add-missing-leaves',
      cron: '*/10 * * * *',
      run: () => addMissingLeaves({ ...deps, kinds: anchors.rules.kinds }),
    },
    { name: 'sweep-uploads', cron: '7 * * * *', run: async () => sweepUploads(await withData()) },
    { name: 'sweep-retention', cron: '22 * * * *', run: async () => sweepRetention(await withData()) },
    {
      name: 'sweep-logins',
      cron: '37 * * * *',
      async run() {
        await sweepLogins(deps)
        await sweepRateLimits(database.fork())
      },
    },
    { name: 'sweep-files', cron: '52 */6 * * *', run: () => sweepFiles(deps) },
    { name: 'publish-posts', cron: '* * * * *', run: () => publishDuePosts(deps) },
    { name: 'sweep-blog', cron: '12 3 * * *', run: () => deleteExpiredBlogData(deps) },
    { name: 'backup', cron: '*/10 * * * *', run: (jobs) => queueDueBackup({ ...deps, jobs }) },
    { name: 'daily-summary', cron: '*/10 * * * *', run: () => sendDueSummary(deps) },
  ]
}
