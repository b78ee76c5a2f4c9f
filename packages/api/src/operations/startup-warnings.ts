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
  return [
    ...sampleWarnings(settings),
    ...anchors.warnings,
    ...linkWarnings(config),
    ...(await folderWarnings(config.dataDir)),
    ...(await verifierWarnings()),
  ]
}

function linkWarnings({ isProduction, anchors }: Config): string[] {
  if (!isProduction || anchors.linkHosts !== null) return []
  return ['LINK_HOSTS is not set, so an administrator may declare a link to any https page.']
}

async function folderWarnings(dataDir: string): Promise<string[]> {
  if (!(await isOpenToOthers(dataDir))) return []
  return [`Other users on this machine can read ${dataDir}. npm run doctor says what to do.`]
}
