import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findHealthIssues } from '../../../../src/operations/monitoring/health-issues.ts'
import { OrderEvent } from '../../../../src/order-book/order-entity.ts'
import { openDiskStorage } from '../../../../src/platform/storage/disk-storage.ts'
import { hasDueRevocations, readTokens } from '../../../../src/proofs/anchors/rfc3161/tsa-repository.ts'
import { fixedSettings } from '../../../../testing/fixed-settings.ts'
import { roomForEverything, testShop } from '../../../../testing/test-app.ts'
import { startTsa } from '../../../../testing/tsa-server.ts'
import { useTsaShop, rootOf } from './tsa-fixtures.ts'

const shop = await useTsaShop()
const [first, second] = shop.authorities

test('stores what the issuer says once it is newer than the time-stamp', async () => {
  const trusting = shop.portWith({ trustedCertificates: [rootOf(first)] })
  const { anchorId } = await shop.seal()
  await trusting.advance()
  shop.wait(25 * 60)
  await trusting.advance()
  expect(await shop.tokens(anchorId)).toMatchObject([
    {
      revocation: [{ kind: 'crl' }],
      revocationDueAt: null,
      isRevoked: false,
      certificates: [expect.any(String)],
    },
  ])
  expect(await hasDueRevocations(shop.database.fork())).toBe(false)
})

test('a revoked time-stamp is in no proof, and another authority is asked', async () => {
  const revoked = await startTsa()
  onTestFinished(() => revoked.close())
  revoked.revoke()
  const port = shop.portWith({
    urls: [`${revoked.url}/tsr`, `${second.url}/tsr`],
    trustedCertificates: [rootOf(revoked), rootOf(second)],
  })
  const { anchorId } = await shop.seal()
  await port.advance()
  expect(await shop.read(anchorId)).toMatchObject({
    state: 'queued',
    stuckReason: expect.stringContaining('revoked'),
  })
  expect(await readTokens(shop.database.fork(), await shop.batchOf(anchorId))).toEqual([])
  await port.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final', stuckReason: null })
  const [token] = await readTokens(shop.database.fork(), await shop.batchOf(anchorId))
  expect(token).toMatchObject({ host: new URL(second.url).host })
})

test('a time-stamp that was revoked after it was final is named by health and by the order, until another authority signs', async () => {
  const revoked = await startTsa()
  onTestFinished(() => revoked.close())
  const trustedCertificates = [rootOf(revoked), rootOf(second)]
  const alone = shop.portWith({ urls: [`${revoked.url}/tsr`], trustedCertificates })
  const { anchorId, orderId } = await shop.seal()
  await alone.advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final' })
  expect(await readTokens(shop.database.fork(), await shop.batchOf(anchorId))).toHaveLength(1)
  revoked.revoke()
  // As if the first list had been older than the time-stamp.
  await shop.database.fork().execute(`update tsa_token set revocation_due_at = 'epoch'`)
  await alone.advance()
  await alone.advance()
  const reason = expect.stringContaining('was revoked, so its time-stamp is in no proof anymore')
  expect(await shop.read(anchorId)).toMatchObject({ state: 'queued', stuckReason: reason })
  const { issues } = await findHealthIssues({
    database: shop.database,
    storage: await openDiskStorage(path.join(tmpdir(), `health-${anchorId}`)),
    gateway: { check: async () => undefined },
    settings: fixedSettings(testShop),
    dataDir: tmpdir(),
    readUploadQuota: roomForEverything,
    readEvmNodes: () => null,
  })
  expect(issues).toContainEqual(expect.objectContaining({ kind: 'anchors_stuck', remedy: reason }))
  const events = await shop.database.fork().find(OrderEvent, { order: orderId, kind: 'anchor_stuck' })
  expect(events).toMatchObject([{ detail: reason }])
  expect(await readTokens(shop.database.fork(), await shop.batchOf(anchorId))).toEqual([])
  expect(revoked.queries).toHaveLength(1)

  await shop.portWith({ urls: [`${revoked.url}/tsr`, `${second.url}/tsr`], trustedCertificates }).advance()
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final', stuckReason: null })
  expect(await readTokens(shop.database.fork(), await shop.batchOf(anchorId))).toMatchObject([
    { host: new URL(second.url).host },
  ])
})

test('of two processes that find a time-stamp revoked, the slower one changes nothing', async () => {
  const revoked = await startTsa()
  onTestFinished(() => revoked.close())
  const urls = [`${revoked.url}/tsr`, `${second.url}/tsr`]
  const trustedCertificates = [rootOf(revoked), rootOf(second)]
  const fast = shop.portWith({ urls, trustedCertificates })
  const { anchorId, orderId } = await shop.seal()
  await fast.advance()
  revoked.revoke()
  await shop.database.fork().execute(`update tsa_token set revocation_due_at = 'epoch'`)
  const held = Promise.withResolvers<ServerResponse>()
  revoked.fault = (_request, response) => held.resolve(response)
  const slow = shop.portWith({ urls, trustedCertificates }).advance()
  const response = await held.promise
  revoked.fault = null
  await fast.advance()
  await fast.advance()
  const list = await fetch(`${revoked.url}/list.crl`)
  response.end(Buffer.from(await list.arrayBuffer()))
  await slow
  expect(await shop.read(anchorId)).toMatchObject({ state: 'final', stuckReason: null })
  const events = await shop.database.fork().find(OrderEvent, { order: orderId, kind: 'anchor_stuck' })
  expect(events).toHaveLength(1)
  expect(await readTokens(shop.database.fork(), await shop.batchOf(anchorId))).toMatchObject([
    { host: new URL(second.url).host },
  ])
})
