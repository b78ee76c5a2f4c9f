import type { Anchors } from '../proofs/anchoring/open-anchors.ts'
import type { Config } from './config/env.ts'
import { verifierWarnings } from '../proofs/evidence/offline-verifier.ts'
import { sampleWarnings, type ShopSettings } from '../settings/shop-settings.ts'
import { isOpenToOthers } from '../platform/storage/data-folder.ts'

/** Returns what the operator should change, one message each. */
export async function startupWarnings(
  config: Config,
  { settings, anchors }: { settings: ShopSettings; anchors: Anchors },
): Promise<string[]> {
  const warnings = [...sampleWarnings(settings), ...anchors.warnings]
  if (config.isProduction && config.anchors.linkHosts === null)
    warnings.push('LINK_HOSTS is not set, so an administrator may declare a link to any https page.')
  if (await isOpenToOthers(config.dataDir))
    warnings.push(`Other users on this machine can read ${config.dataDir}. npm run doctor says what to do.`)
  return [...warnings, ...(await verifierWarnings())]
}
