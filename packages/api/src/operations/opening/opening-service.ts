import type { Opening } from '@priormark/core/operations/endpoints'
import { isLiveKey, type PaymentsSettings } from '@priormark/core/settings/services'
import { hasStripeKeys } from '../../orders/gateway/open-gateway.ts'
import type { Database, Em } from '../../platform/database/database.ts'
import { ensureSetting, readSetting } from '../../platform/database/setting-service.ts'
import type { Actor } from '../../platform/http/state.ts'
import type { SettingsSource } from '../../settings/shop-settings.ts'
import { audit } from '../../staff/audit/audit-service.ts'
import { readBackupRuns } from '../backup/server-backups.ts'
import { listOwnersWithoutEmail } from '../../staff/auth/admin-service.ts'
import { queries } from '../tables.ts'
import { onServer, openingLines, type OpeningFacts } from './opening-list.ts'

export interface OpeningDeps {
  database: Database
  settings: SettingsSource
}

const legalSetting = 'legal-read'

/** Reads the list “Before you open”. */
export async function readOpening({ database, settings }: OpeningDeps): Promise<Opening> {
  const em = database.fork()
  const { shop, policy, texts, backup } = await settings.current()
  const services = await settings.services()
  const runs = await readBackupRuns(em)
  const lines = openingLines({
    payments: paymentsOf(services.payments),
    hasMailServer: services.mailServer.host !== '',
    policy,
    shop,
    hasReadLegal: (await readSetting(em, legalSetting)) !== null,
    areReviewsSamples: texts.areSampleReviews,
    backups: { schedule: backup.schedule, hasSucceeded: runs !== null && runs.lastSuccess !== null },
    ownersWithoutEmail: await listOwnersWithoutEmail(em),
  })
  const order = await queries(em).selectFrom('orders').select('id').limit(1).executeTakeFirst()
  return { lines, hasOrders: order !== undefined, onServer }
}

function paymentsOf(keys: PaymentsSettings): OpeningFacts['payments'] {
  if (!hasStripeKeys(keys)) return 'stand_in'
  return isLiveKey(keys.secretKey) ? 'live' : 'test'
}

/** Records that an owner has read the terms and the privacy text. Idempotent. */
export async function tickLegal(em: Em, actor: Actor): Promise<void> {
  await em.transactional(async (tx) => {
    if ((await readSetting(tx, legalSetting)) !== null) return
    await ensureSetting(tx, legalSetting, actor.admin.username)
    audit(tx, { actor, action: 'settings.legal_read' })
  })
}
