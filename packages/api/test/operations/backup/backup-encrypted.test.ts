import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { makeBackup } from '../../../src/operations/backup/make-backup.ts'
import { checkArchive } from '../../../src/operations/backup/read-archive.ts'
import { restoreBackup } from '../../../src/operations/backup/restore-backup.ts'
import { emptyPlace, everythingIn, placeWithOrders, type ShopPlace } from './backup-fixtures.ts'
import { silentLog as log } from '../../../testing/silent-log.ts'

let folder: string
let target: ShopPlace
const shop = await placeWithOrders()
afterAll(() => shop.remove())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'priormark-backups-'))
  target = await emptyPlace()
})
afterEach(async () => {
  await target.remove()
  await rm(folder, { recursive: true, force: true })
})

async function newKeys() {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity), passphrase: null }
}

test('decrypts an encrypted backup only with its passphrase', async () => {
  const keys = { passphrase: 'a long walk by the sea', recipient: null, identity: null }
  const { file } = await makeBackup({ ...shop.config, keys }, { to: folder, encrypt: true })
  expect(path.basename(file)).toMatch(/^priormark-.*\.tar\.age$/)
  expect((await readFile(file)).includes('orders')).toBe(false)
  await expect(restoreBackup(target.config, { from: file, log })).rejects.toThrow(
    'The backup is encrypted: set BACKUP_PASSPHRASE',
  )
  const wrong = { ...keys, passphrase: 'a long walk by the lake' }
  await expect(restoreBackup({ ...target.config, keys: wrong }, { from: file, log })).rejects.toThrow(
    'The backup is encrypted with another key or passphrase.',
  )
  await restoreBackup({ ...target.config, keys }, { from: file, log })
  expect(await everythingIn(target)).toEqual(await everythingIn(shop))
})

const age = '/usr/bin/age'
test.skipIf(!existsSync(age))(
  `for a public key is decrypted by age itself with the secret key${existsSync(age) ? '' : ' (skipped: age is not installed)'}`,
  async () => {
    const keys = await newKeys()
    const locking = { ...keys, identity: null }
    const { file, manifest } = await makeBackup(
      { ...shop.config, keys: locking },
      { to: folder, encrypt: true },
    )
    const keyFile = path.join(folder, 'key.txt')
    await writeFile(keyFile, keys.identity)
    const tar = execFileSync(age, ['--decrypt', '-i', keyFile, file], { maxBuffer: 100_000_000 })
    expect(await checkArchive(Readable.from([tar]))).toEqual(manifest)
  },
)

test('does not start an encrypted backup without a key', async () => {
  await expect(makeBackup(shop.config, { to: folder, encrypt: true })).rejects.toThrow('set BACKUP_RECIPIENT')
  expect(await readdir(folder)).toEqual([])
})
