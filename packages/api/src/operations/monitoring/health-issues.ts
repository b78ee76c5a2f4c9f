import { sql, type NotNull } from 'kysely'
import { statfs } from 'node:fs/promises'
import { formatFileSize } from '@priormark/core/platform/file-size'
import { openStates } from '@priormark/core/proofs/anchors/anchor-state'
import type { Shop } from '@priormark/core/settings/groups'
import type { FailedMail, UploadSpace } from '@priormark/core/operations/endpoints'
import { anchorIs } from '../../proofs/leaves/batch-entities.ts'
import type { EvmConfig } from '../../proofs/anchors/evm/evm-config.ts'
import type { PaymentGateway } from '../../orders/gateway/payment-gateway.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import { withLabels } from '../../proofs/anchors/recording-variables.ts'
import { pageLinks } from '../opening/page-links.ts'
import { singleNodeIssue } from '../../proofs/anchors/evm/evm-nodes.ts'
import type { EffectiveSettings } from '../../settings/settings-service.ts'
import { sampleWarnings, type SettingsSource } from '../../settings/shop-settings.ts'
import { type FileStorage, fileExists } from '../../platform/storage/file-storage.ts'
import { findUnpaidFileUse, type UploadQuota } from '../../orders/uploads/upload-admission.ts'
import {
  findExcessiveLinkRequests,
  findExcessiveResetRequests,
  findOwnersWithoutEmail,
} from './account-issues.ts'
import { counted } from '@priormark/core/platform/counted'
import { maxOrders, type HealthIssue } from './health-issue.ts'
import {
  findClockDifference,
  findFutureOrders,
  findMailIssue,
  findMissingBackup,
  findPaymentServiceIssue,
} from './service-issues.ts'
import { findDisputes, findFailedRefunds, findLowPrice, findMismatches } from './payment-issues.ts'
import { readFailedMails } from './failed-mails.ts'
import { inCamelCase, rowCount } from '../../platform/database/rows.ts'
import { queries } from '../tables.ts'
import { sampleFields, sampleText } from '../opening/opening-list.ts'
import { readQueueCounts, type QueueCounts } from '../../platform/jobs/queue-counts.ts'

/** What the checks examine. */
export interface HealthDeps {
  database: Database
  storage: FileStorage
  gateway: Pick<PaymentGateway, 'check'>
  settings: SettingsSource
  /** The folder of durable data on this machine. */
  dataDir: string
  /** Returns how much the files of visitors who have not paid may take. */
  readUploadQuota: () => Promise<UploadQuota>
  /** Returns the nodes of the EVM chain; null if works are not recorded on a public one. */
  readEvmNodes: () => Pick<EvmConfig, 'rpcUrls' | 'isOwnNode'> | null
}

/** All current issues that need a person. */
export interface HealthReport {
  issues: HealthIssue[]
  uploads: UploadSpace
  failedMails: FailedMail[]
}

/** Below either of these, a day of uploads may fill the disk. */
const lowDiskBytes = 2 * 1024 ** 3
const lowDiskShare = 0.05

const maxReasons = 3
const maxFilesChecked = 30

/** The timeout of the storage checks, in milliseconds, since a person waits for the page. */
const storageTimeoutMs = 8_000

/** A single failed job may be a coincidence; this many within an hour are not. */
const manyFailedJobs = 3

/** Checks everything that could need a person. Returns the most serious issue first. */
export async function findHealthIssues(deps: HealthDeps): Promise<HealthReport> {
  const em = deps.database.fork()
  const settings = await deps.settings.current()
  const { shop } = settings
  // Both may wait for a service that does not respond, so they wait at the same time.
  const [filesIssue, paymentServiceIssue] = await Promise.all([
    findMissingFiles(em, deps.storage),
    findPaymentServiceIssue(deps.gateway),
  ])
  const failedMails = await readFailedMails(em)
  const queues = await readQueueCounts(em)
  const issues = new Set([
    filesIssue,
    await findLowDisk(deps.dataDir),
    findUnreadableSecrets((await deps.settings.services()).unreadable),
    await findMissingBackup(em, settings),
    paymentServiceIssue,
    await findMailIssue(em),
    await findLowPrice(em),
    await findDisputes(em),
    await findMismatches(em),
    await findFailedRefunds(em),
    await findStuckAnchors(em),
    findSingleNode(deps.readEvmNodes()),
    await findClockDifference(em),
    await findFutureOrders(em),
    findStuckJobs(queues),
    findFailedJobs(queues),
    await findOwnersWithoutEmail(em),
    await findExcessiveResetRequests(em),
    await findExcessiveLinkRequests(em),
    findSampleTrader(shop),
    findMissingHttps(shop),
    findSampleContent(sampleWarnings(settings)),
  ])
  const uploads = await readUploadSpace(em, deps)
  return { uploads, issues: Array.from(issues).filter((issue) => issue !== null), failedMails }
}

/** Reports secrets of services that were encrypted with another ENCRYPTION_KEY. */
function findUnreadableSecrets(labels: EffectiveSettings['unreadable']): HealthIssue | null {
  const names = Object.values(labels).flat()
  if (names.length === 0) return null
  return {
    kind: 'secrets_unreadable',
    title: `${counted(names.length, 'secret', 'secrets')} in the settings cannot be decrypted`,
    remedy: `Encrypted with another ENCRYPTION_KEY: ${names.join(', ')}. Enter them again, or restart the server with the former key. Until then, work that needs them waits.`,
    links: [{ path: '/admin/settings/services', label: 'Open the services' }],
  }
}

/** Reported when a check fails because the disk or bucket does not respond. */
const storageUnavailable: HealthIssue = {
  kind: 'files_missing',
  title: 'The file storage is not responding',
  remedy: 'Check that the disk or the bucket is available (DATA_DIR, S3_*).',
}

/** Reports the most frequent reasons. */
async function findStuckAnchors(em: Em): Promise<HealthIssue | null> {
  const reasons = await queries(em)
    .selectFrom('anchor')
    .select(['stuck_reason as reason', rowCount, sql<number>`sum(count(*)) over ()::int`.as('total')])
    .where(anchorIs(openStates))
    .where('stuck_reason', 'is not', null)
    .groupBy('stuck_reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .limit(maxReasons)
    .execute()
  const total = reasons[0]?.total ?? 0
  if (total === 0) return null
  const shownTotal = reasons.reduce((sum, { count }) => sum + count, 0)
  const others = shownTotal < total ? ' The Recording screen shows the other reasons.' : ''
  return {
    kind: 'anchors_stuck',
    title: `${counted(total, 'batch is', 'batches are')} stuck`,
    remedy: withLabels(reasons.map(({ reason }) => reason).join(' ')) + others,
    links: [{ path: '/admin/anchors?filter=stuck', label: 'Open Recording' }],
  }
}

function findSingleNode(nodes: ReturnType<HealthDeps['readEvmNodes']>): HealthIssue | null {
  const issue = nodes === null ? null : singleNodeIssue(nodes)
  if (issue === null) return null
  return { kind: 'single_node', ...issue, remedy: withLabels(issue.remedy), links: [pageLinks.recording] }
}

function findStuckJobs(queues: QueueCounts[]): HealthIssue | null {
  const lateCount = queues.reduce((sum, queue) => sum + queue.late, 0)
  if (lateCount === 0) return null
  return {
    kind: 'jobs_stuck',
    title: `${counted(lateCount, 'job has', 'jobs have')} waited more than an hour`,
    remedy:
      'Jobs are not being processed. Check that the server is running and read its log. Restarting does not lose any jobs.',
  }
}

function findFailedJobs(queues: QueueCounts[]): HealthIssue | null {
  const failedCount = queues.reduce((sum, queue) => sum + queue.failedLastHour, 0)
  if (failedCount < manyFailedJobs) return null
  const names = queues.filter(({ failedLastHour }) => failedLastHour > 0).map(({ queue }) => queue)
  return {
    kind: 'jobs_failed',
    title: `${failedCount} jobs failed in the last hour`,
    remedy: `The server’s log has the reasons (${names.join(', ')}). Unfinished work is resumed once the cause is fixed.`,
  }
}

/** Reads how much of the quotas of unpaid files is left. */
async function readUploadSpace(em: Em, { storage, readUploadQuota }: HealthDeps): Promise<UploadSpace> {
  const usage = await findUnpaidFileUse(em)
  const quota = await readUploadQuota()
  return {
    unpaidBytes: usage.totalBytes,
    unpaidLimitBytes: quota.totalBytes,
    largestNetworkBytes: usage.largestNetworkBytes,
    perNetworkLimitBytes: quota.perNetworkBytes,
    // A disk that does not respond is a separate issue.
    freeBytes: await storage.freeBytes().catch(() => null),
    minFreeBytes: quota.minFreeBytes,
  }
}

/** Checks the newest orders that should have their file. */
async function findMissingFiles(em: Em, storage: FileStorage): Promise<HealthIssue | null> {
  const orders = await queries(em)
    .selectFrom('orders')
    .select(inCamelCase('id', 'storage_key'))
    .where('storage_key', 'is not', null)
    .where('payment_confirmed', '=', true)
    .orderBy('created_at', 'desc')
    .limit(maxFilesChecked)
    .$narrowType<{ storageKey: NotNull }>()
    .execute()
  // One timeout for all checks together.
  const signal = AbortSignal.timeout(storageTimeoutMs)
  const areStored = await Promise.all(
    orders.map(({ storageKey }) => fileExists(storage, storageKey, signal)),
  ).catch(() => null)
  if (areStored === null) return storageUnavailable
  const missingIds = orders.flatMap(({ id }, index) => (areStored[index] === true ? [] : [id]))
  if (missingIds.length === 0) return null
  return {
    kind: 'files_missing',
    title: `The ${missingIds.length === 1 ? 'file of 1 order is' : `files of ${missingIds.length} orders are`} missing`,
    remedy:
      'Check that the disk or the bucket is the right one (DATA_DIR, S3_*); otherwise restore the files from the last backup.',
    orders: missingIds.slice(0, maxOrders),
  }
}

async function findLowDisk(dataDir: string): Promise<HealthIssue | null> {
  const disk = await statfs(dataDir).catch(() => null)
  if (disk === null) return storageUnavailable
  const { bavail, blocks, bsize } = disk
  const freeBytes = bavail * bsize
  if (freeBytes >= lowDiskBytes && bavail / blocks >= lowDiskShare) return null
  return {
    kind: 'disk_low',
    title: `The disk has ${formatFileSize(freeBytes)} left`,
    remedy:
      'Free up space, keep files for fewer days, or move DATA_DIR to a larger disk. A full disk stops uploads and may stop the database.',
    links: [pageLinks.data],
  }
}

function findSampleTrader(shop: Shop): HealthIssue | null {
  const samples = sampleFields(shop)
  if (samples.length === 0) return null
  return {
    kind: 'sample_trader',
    title: 'The shop still names a sample trader or address',
    remedy: `${sampleText(samples)} The law requires your own details on the site.`,
    links: samples.map(({ field, label }) => ({
      path: `/admin/settings#${field}`,
      label: `Change the ${label}`,
    })),
  }
}

function findMissingHttps({ publicUrl }: Shop): HealthIssue | null {
  if (publicUrl.startsWith('https:')) return null
  return {
    kind: 'no_https',
    title: 'The shop is not served over https',
    remedy:
      'That is fine for development. For a public shop, put a proxy with a certificate in front and set PUBLIC_URL to its https address.',
    links: [pageLinks.deployment],
  }
}

function findSampleContent(warnings: readonly string[]): HealthIssue | null {
  if (warnings.length === 0) return null
  return {
    kind: 'sample_content',
    title: 'Sample content is still in place',
    remedy: warnings.join(' '),
    links: [{ path: '/admin/settings/shop', label: 'Open the shop settings' }],
  }
}
