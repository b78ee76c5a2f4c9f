import { runAnchoring } from './anchoring/anchoring-cycle.ts'
import type { Anchors } from './anchoring/open-anchors.ts'
import { sweepLogins } from './auth/sweep-logins.ts'
import { publishDuePosts, deleteExpiredBlogData } from './blog/post-schedule.ts'
import type { Config } from './env.ts'
import { sweepRateLimits } from './http/rate-limit.ts'
import type { Schedule } from './jobs/job-queue.ts'
import type { Log } from './logging/log.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import { sweepRetention } from './orders/sweep-retention.ts'
import type { PaymentGateway } from './payments/payment-gateway.ts'
import { sweepPayments } from './payments/payment-sweeper.ts'
import { addMissingLeaves } from './proofs/leaf-service.ts'
import type { Database } from './sql/database.ts'
import type { FileStorage } from './storage/file-storage.ts'
import { sweepFiles } from './storage/sweep-files.ts'
import { sweepUploads } from './uploads/sweep-uploads.ts'
import type { HealthReport } from './monitoring/health-issues.ts'
import { sendDailySummary } from './monitoring/daily-summary.ts'

export interface ScheduleDeps {
  database: Database
  storage: FileStorage
  gateway: PaymentGateway
  anchors: Anchors
  transport: MailTransport
  findHealthIssues: () => Promise<HealthReport>
  config: Config
  log: Log
}

/** Returns all scheduled work. */
export function schedules(parts: ScheduleDeps): Schedule[] {
  const { database, storage, gateway, anchors, config, log } = parts
  const sweep = { database, storage, log }
  const retentionDays = config.fileRetentionDays
  const unpaidHours = config.unpaidFiles.retentionHours
  return [
    {
      name: 'sweep-payments',
      cron: '* * * * *',
      run: async (jobs) => void (await sweepPayments({ database, gateway, jobs, log })),
    },
    {
      name: 'anchor',
      cron: '* * * * *',
      run: (jobs) => runAnchoring({ database, anchors, log }, jobs),
    },
    {
      name: 'add-missing-leaves',
      cron: '*/10 * * * *',
      run: async () => void (await addMissingLeaves({ database, log, kinds: anchors.rules.kinds })),
    },
    {
      name: 'sweep-uploads',
      cron: '7 * * * *',
      run: async () => void (await sweepUploads({ ...sweep, unpaidHours })),
    },
    {
      name: 'sweep-retention',
      cron: '22 * * * *',
      run: async () => void (await sweepRetention({ ...sweep, retentionDays, unpaidHours })),
    },
    {
      name: 'sweep-logins',
      cron: '37 * * * *',
      run: async () => {
        await sweepLogins({ database, log })
        await sweepRateLimits(database.fork())
      },
    },
    {
      name: 'sweep-files',
      cron: '52 */6 * * *',
      run: async () => void (await sweepFiles(sweep)),
    },
    {
      name: 'publish-posts',
      cron: '* * * * *',
      run: async () => void (await publishDuePosts({ database, log })),
    },
    {
      name: 'sweep-blog',
      cron: '12 3 * * *',
      run: () => deleteExpiredBlogData({ database }),
    },
    // Several hours in the morning, so that it is retried if the mail server is unavailable at seven.
    ...(config.summaryEmail === null ? [] : [summary(parts, config.summaryEmail)]),
  ]
}

function summary(
  { database, transport, findHealthIssues, config: { shop } }: ScheduleDeps,
  to: string,
): Schedule {
  return {
    name: 'daily-summary',
    cron: '3 7-12 * * *',
    run: async () => void (await sendDailySummary({ database, transport, shop, to, findHealthIssues })),
  }
}
