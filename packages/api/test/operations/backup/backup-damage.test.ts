import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { afterAll, describe, expect, test } from 'vitest'
import { openBackup } from '../../../src/operations/backup/encryption.ts'
import { makeBackup } from '../../../src/operations/backup/make-backup.ts'
import { checkArchive } from '../../../src/operations/backup/read-archive.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import { emptyPlace, exists, placeWithOrders } from './backup-fixtures.ts'
import { silentLog as log } from '../../../testing/silent-log.ts'

const shop = await placeWithOrders()
const target = await emptyPlace()
const folder = await mkdtemp(path.join(tmpdir(), 'priormark-backups-'))
const whole = await readFile((await makeBackup(shop.config, { to: folder, encrypt: false })).file)
afterAll(async () => {
  await shop.remove()
  await target.remove()
  await rm(folder, { recursive: true, force: true })
})

describe('a damaged backup', () => {
  test('is rejected for any flipped bit, unless the bit is unused', async () => {
    const manifest = await checkArchive(Readable.from([whole]))
    // Half of them in the manifest, which is small and determines the rest.
    const last = whole.length - 1
    const inManifest = fc.integer({ min: whole.indexOf('manifest.json'), max: last })
    const bits = fc.record({ at: fc.oneof(fc.nat(last), inManifest), bit: fc.nat(7) })
    await fc.assert(
      fc.asyncProperty(bits, async ({ at, bit }) => {
        const turned = Buffer.from(whole)
        turned[at] = (turned[at] ?? 0) ^ (1 << bit)
        const read = await checkArchive(Readable.from([turned])).catch((error: unknown) => error)
        if (read instanceof Error) expect(read.message).toMatch(/^The (backup|manifest).*\.$/s)
        else expect(read).toEqual(manifest)
      }),
      propertyRuns({ normal: 80, deep: 2_000 }),
    )
  })

  test('is rejected if it is cut off anywhere', async () => {
    // A tar ends with meaningless zeros.
    const end = whole.lastIndexOf('  manifest.json') + '  manifest.json\n'.length
    await fc.assert(
      fc.asyncProperty(fc.nat(end - 1), async (length) => {
        const cut = Readable.from([whole.subarray(0, length)])
        await expect(checkArchive(cut)).rejects.toThrow(/^The backup is (damaged or )?truncated/)
      }),
      propertyRuns({ normal: 60, deep: 2_000 }),
    )
  })

  test('names the damaged table or file, and leaves the target empty', async () => {
    const file = path.join(folder, 'turned.tar')
    const turned = Buffer.from(whole)
    const orders = turned.indexOf('database/orders.ndjson.gz') + 512 + 100
    turned[orders] = (turned[orders] ?? 0) ^ 1
    await writeFile(file, turned)
    await expect(restoreBackup(target.config, { from: file, log })).rejects.toThrow(/orders/)
    await truncate(file, 100_000)
    await expect(restoreBackup(target.config, { from: file, log })).rejects.toThrow(/truncated/)
    expect(await readdir(target.config.dataDir)).toEqual(
      (await exists(path.join(target.config.dataDir, 'files'))) ? ['files'] : [],
    )
  })

  test('is rejected if it was changed after encryption', async () => {
    const identity = await generateX25519Identity()
    const keys = { identity, recipient: await identityToRecipient(identity), passphrase: null }
    const { file } = await makeBackup(
      { ...shop.config, keys },
      { to: path.join(folder, 'x.age'), encrypt: true },
    )
    const locked = await readFile(file)
    await fc.assert(
      fc.asyncProperty(fc.nat(locked.length - 1), fc.boolean(), async (at, isCut) => {
        const changed = isCut ? locked.subarray(0, at) : Buffer.from(locked)
        if (!isCut) changed[at] = (changed[at] ?? 0) ^ 1
        await writeFile(file, changed)
        await expect(openBackup(file, keys).then(checkArchive)).rejects.toThrow()
      }),
      propertyRuns({ normal: 60, deep: 2_000 }),
    )
  })
})
