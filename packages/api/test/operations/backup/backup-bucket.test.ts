import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '../../../src/operations/backup/make-backup.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import { servingLimits } from '../../../src/platform/storage/s3-client.ts'
import { longStoreLimits } from '../../../testing/long-limits.ts'
import { silentLog as log } from '../../../testing/silent-log.ts'
import { s3Missing } from '../../../testing/s3-server.ts'
import { newBucket } from '../../../testing/shared-s3-server.ts'
import { emptyPlace, everythingIn, placeWithOrders } from './backup-fixtures.ts'

// In a file of its own, because it does not depend on the database.
test.skipIf(s3Missing !== null)(
  `a backup brings files from a disk into a bucket${s3Missing === null ? '' : ` (skipped: ${s3Missing})`}`,
  async () => {
    // A backup opens the store itself, with the limits of a server. A busy machine must not reach them.
    const usual = { ...servingLimits }
    Object.assign(servingLimits, longStoreLimits)
    onTestFinished(() => void Object.assign(servingLimits, usual))
    const folder = await mkdtemp(path.join(tmpdir(), 'priormark-backups-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [shop, target] = [await placeWithOrders(), await emptyPlace()]
    onTestFinished(async () => {
      await shop.remove()
      await target.remove()
    })
    const inBucket = { ...target, config: { ...target.config, storage: await newBucket('shop/') } }
    const { file } = await makeBackup(shop.config, { to: folder, encrypt: false })
    await restoreBackup(inBucket.config, { from: file, log })
    expect(await everythingIn(inBucket)).toEqual(await everythingIn(shop))
    const again = await makeBackup(inBucket.config, { to: path.join(folder, 'again.tar'), encrypt: false })
    expect(again.manifest.problems).toEqual([])
  },
)
