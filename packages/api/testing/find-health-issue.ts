import { tmpdir } from 'node:os'
import { findHealthIssues } from '../src/operations/monitoring/health-issues.ts'
import type { HealthIssue } from '../src/operations/monitoring/health-issue.ts'
import { openDiskStorage } from '../src/platform/storage/disk-storage.ts'
import type { Database } from '../src/platform/database/database.ts'
import { fixedSettings } from './fixed-settings.ts'
import { roomForEverything, testShop } from './test-app.ts'

/** Returns a health issue of a shop whose storage and payment service respond. */
export async function findHealthIssue(
  database: Database,
  kind: HealthIssue['kind'],
): Promise<HealthIssue | undefined> {
  const { issues } = await findHealthIssues({
    database,
    storage: await openDiskStorage(tmpdir()),
    gateway: { check: async () => undefined },
    settings: fixedSettings(testShop),
    dataDir: tmpdir(),
    readUploadQuota: roomForEverything,
    readEvmNodes: () => null,
  })
  return issues.find((issue) => issue.kind === kind)
}
