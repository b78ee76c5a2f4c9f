import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { AnchorKind } from '@priormark/core/settings/policy/anchor-kind'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOfOrder } from '../../../src/proofs/anchoring/anchor-service.ts'
import type { Anchors } from '../../../src/proofs/anchoring/open-anchors.ts'
import { AuditEntry } from '../../../src/staff/audit/audit-service.ts'
import { Anchor, ProofLeaf } from '../../../src/proofs/leaves/batch-entities.ts'
import { recordProgress, reportStuck } from '../../../src/proofs/anchors/anchor-progress.ts'
import { untilStatementWaits } from '../../../testing/blocked-statement.ts'
import { testServerUrl } from '../../../testing/database-server.ts'
import { startTestApp, unknownId } from '../../../testing/test-app.ts'
import { newAdmin, newVisitor, refusal } from '../../../testing/visitor.ts'
import { payOrder, readOrder } from '../../../testing/mail-fixtures.ts'
import {
  anchorOf,
  anchorsWith,
  expectProven,
  inBlock,
  leafOf,
  payOrders,
  rules,
  sealOrders,
  setPayment,
} from '../../../testing/anchoring-fixtures.ts'
import { recordedQueue } from '../../../testing/recorded-queue.ts'

const retried: string[] = []
const anchors: Anchors = {
  ...anchorsWith([
    { kind: 'manual', advance: async () => undefined, retry: async () => undefined },
    { kind: 'evm', advance: async () => undefined, retry: async (id) => void retried.push(id) },
  ]),
  linkHosts: ['etherscan.io', 'mempool.space'],
}
const jobs = recordedQueue()

const app = await startTestApp({ anchors })
const admin = await newAdmin(app)

beforeEach(async () => {
  await app.database.fork().nativeDelete(ProofLeaf, { batch: null })
})

afterAll(() => app.close())

const deps = () => ({ database: app.database, jobs })
const roundsQueued = () => app.queued.filter(({ name }) => name === 'anchor')

async function lastAudit(): Promise<Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'detail'>> {
  const [entry] = await app.database.fork().findAll(AuditEntry, { orderBy: { at: 'desc' }, limit: 1 })
  if (entry === undefined) throw new Error('no audit entry')
  return entry
}

async function sealOne(): Promise<{ orderId: string; evm: string; manual: string }> {
  const { orderIds, anchors: made } = await sealOrders(deps(), 1, ['evm', 'manual'])
  return { orderId: orderIds[0] ?? '', evm: made['evm'] ?? '', manual: made['manual'] ?? '' }
}

test('only administrators can read or change anchors', async () => {
  const { anchors: calls } = newVisitor(app).api
  const params = { id: unknownId }
  for (const call of [
    () => calls.queue({}),
    () => calls.seal(),
    () => calls.retry({ params }),
    () => calls.declareLink({ params, body: { link: 'https://etherscan.io/tx/1' } }),
    () => calls.ofOrder({ params }),
  ]) {
    expect((await refusal(call())).status).toBe(401)
  }
})

describe('the anchoring queue', () => {
  test('shows how many orders wait, when they are sealed, and with which anchors', async () => {
    expect(await admin.api.anchors.queue({})).toMatchObject({ waitingOrders: 0, nextSealAt: null })
    const [first = ''] = await payOrders(app.database, jobs, 2)
    const { createdAt } = await leafOf(app.database, first)
    const queue = await admin.api.anchors.queue({})
    expect(queue).toMatchObject({
      waitingOrders: 2,
      nextSealAt: new Date(createdAt.getTime() + 300_000).toISOString(),
      kinds: ['manual', 'evm'],
    })
  })

  test('lists open, stuck, or all anchors, newest first, in pages with the total', async () => {
    await app.database.fork().nativeDelete(Anchor, {})
    const made = [await sealOne(), await sealOne(), await sealOne()]
    const [done, stuck] = made
    await recordProgress(deps(), done?.evm ?? '', inBlock('final', 1))
    await reportStuck(deps(), done?.evm ?? '', 'Nothing that matters any more.')
    await reportStuck(deps(), stuck?.evm ?? '', 'Correct EVM_RPC_URLS.')
    const list = async (query: object) => {
      const { anchors: shown, total } = await admin.api.anchors.queue({ query })
      return { ids: shown.map(({ id }) => id), reasons: shown.map(({ stuckReason }) => stuckReason), total }
    }
    expect((await list({})).total).toBe(5)
    const reasons = ['Correct “Nodes”.']
    expect(await list({ filter: 'stuck' })).toEqual({ ids: [stuck?.evm], reasons, total: 1 })
    const all = await list({ filter: 'all' })
    expect(all.total).toBe(6)
    expect(new Set(all.ids.slice(0, 2))).toEqual(new Set([made[2]?.evm, made[2]?.manual]))
    const pages = [await list({ filter: 'all', limit: 4 }), await list({ filter: 'all', limit: 4, page: 2 })]
    expect(pages.flatMap(({ ids }) => ids)).toEqual(all.ids)
  })

  test('counts the batches that need a link, and the paid orders that are recorded later', async () => {
    const counts = async () => {
      const { batchesWithoutLink, laterOrders } = await admin.api.anchors.queue({})
      return [batchesWithoutLink, laterOrders]
    }
    const [batches = 0, later = 0] = await counts()
    const { orderId } = await sealOne()
    expect(await counts()).toEqual([batches + 1, later])
    await setPayment(app.database, orderId, 'refunded')
    expect(await counts()).toEqual([batches, later])
    await payOrder(app.database, jobs, { startRequestedAt: null, startRequestVersion: null })
    expect(await counts()).toEqual([batches, later + 1])
  })

  test('shows an anchor with its root, its orders and its evidence', async () => {
    const { orderId, evm } = await sealOne()
    await recordProgress(deps(), evm, inBlock('included', 9))
    const leaf = await leafOf(app.database, orderId)
    const shown = (await admin.api.anchors.ofOrder({ params: { id: orderId } })).find(({ id }) => id === evm)
    expect(shown).toMatchObject({
      kind: 'evm',
      state: 'included',
      stuckReason: null,
      root: leaf.batch?.root,
      leafCount: 1,
      link: inBlock('included', 9).link,
      blockTime: inBlock('included', 9).blockTime?.toISOString(),
      finalAt: null,
    })
  })
})

test('shows no anchors for an unsealed order, and 404 for an unknown one', async () => {
  const [id = ''] = await payOrders(app.database, jobs, 1)
  expect(await admin.api.anchors.ofOrder({ params: { id } })).toEqual([])
  expect((await refusal(admin.api.anchors.ofOrder({ params: { id: unknownId } }))).status).toBe(404)
})

test('sealing now seals the waiting orders, is audited and starts the next cycle', async () => {
  const ids = await payOrders(app.database, jobs, 2)
  const before = roundsQueued().length
  expect(await admin.api.anchors.seal()).toEqual({ sealedOrders: 2 })
  expect(await admin.api.anchors.seal()).toEqual({ sealedOrders: 0 })
  for (const id of ids) await expectProven(app.database, id)
  expect(await lastAudit()).toMatchObject({
    actor: 'admin',
    action: 'anchors.sealed',
    detail: '0 orders',
  })
  expect(
    roundsQueued()
      .slice(before)
      .map(({ options }) => options),
  ).toEqual([{ afterSeconds: 0 }, { afterSeconds: 0 }])
})

describe('retrying an anchor', () => {
  test('is passed to the port of its kind, and audited', async () => {
    const { evm } = await sealOne()
    await reportStuck(deps(), evm, 'No gas.')
    expect(await admin.api.anchors.retry({ params: { id: evm } })).toMatchObject({ id: evm })
    expect(retried).toEqual([evm])
    expect(await lastAudit()).toMatchObject({ action: 'anchor.retried', subject: evm })
  })

  test('responds 409 for a kind that is not configured, and 404 for an unknown anchor', async () => {
    const { anchors: made } = await sealOrders(deps(), 1, ['opentimestamps'])
    const error = await refusal(admin.api.anchors.retry({ params: { id: made['opentimestamps'] ?? '' } }))
    expect(error).toMatchObject({
      status: 409,
      code: 'conflict',
      serverMessage: 'Works are not recorded with opentimestamps now, so this anchor can’t be retried',
    })
    expect(await refusal(admin.api.anchors.retry({ params: { id: randomUUID() } }))).toMatchObject({
      status: 404,
      serverMessage: 'This anchor doesn’t exist',
    })
  })
})

describe('declaring a link', () => {
  test('completes every order of the batch, and a later link replaces it', async () => {
    const { orderIds, anchors: made } = await sealOrders(deps(), 2, ['manual'])
    const params = { id: made['manual'] ?? '' }
    for (const link of ['https://etherscan.io/tx/0x1', 'https://mempool.space/tx/2']) {
      const shown = await admin.api.anchors.declareLink({ params, body: { link } })
      expect(shown).toMatchObject({ state: 'final', link })
      for (const id of orderIds) {
        expect(await readOrder(app.database, id)).toMatchObject({ status: 'completed', blockchainLink: link })
      }
    }
    expect((await anchorOf(app.database, params.id)).evidence).toEqual({
      kind: 'manual',
      link: 'https://mempool.space/tx/2',
    })
    await expectProven(app.database, orderIds[0] ?? '')
    expect(await lastAudit()).toMatchObject({
      actor: 'admin',
      action: 'anchor.link_declared',
      subject: params.id,
    })
  })

  test.runIf(testServerUrl !== null)(
    'for a batch and for its only order waits for no lock in a circle (needs a PostgreSQL server)',
    async () => {
      const { orderId: id, manual } = await sealOne()
      const link = 'https://etherscan.io/tx/0x1'
      const calls = await app.database.fork().transactional(async (em) => {
        await em.findOneOrFail(Anchor, manual, { lockMode: LockMode.PESSIMISTIC_WRITE })
        const ofBatch = admin.api.anchors.declareLink({ params: { id: manual }, body: { link } })
        await untilStatementWaits(app.database)
        const ofOrder = admin.api.orders.change({ params: { id }, body: { blockchainLink: link } })
        await untilStatementWaits(app.database, 2)
        return [ofBatch, ofOrder]
      })
      await Promise.all(calls)
      expect(await readOrder(app.database, id)).toMatchObject({ status: 'completed', blockchainLink: link })
    },
  )

  test('is rejected for an anchor that is tracked automatically', async () => {
    const { evm } = await sealOne()
    const call = admin.api.anchors.declareLink({
      params: { id: evm },
      body: { link: 'https://etherscan.io/tx/1' },
    })
    expect(await refusal(call)).toMatchObject({
      status: 409,
      code: 'conflict',
      serverMessage: 'Only the link of a manual anchor can be entered',
    })
  })

  test.each([
    'https://evil.example/tx/1',
    'https://etherscan.io.evil.example/tx/1',
    'https://etherscan.io:8443/tx/1',
    'https://etherscan.io@evil.example/tx/1',
    'https://admin:secret@etherscan.io/tx/1',
  ])('names the allowed hosts where the link is %s', async (link) => {
    const { orderId, manual } = await sealOne()
    const message = 'The link must be a page on etherscan.io or mempool.space'
    const declared = await refusal(admin.api.anchors.declareLink({ params: { id: manual }, body: { link } }))
    expect(declared).toMatchObject({ status: 400, fields: { link: [message] } })
    const changed = await refusal(
      admin.api.orders.change({ params: { id: orderId }, body: { blockchainLink: link } }),
    )
    expect(changed).toMatchObject({ status: 400, fields: { blockchainLink: [message] } })
    expect(await readOrder(app.database, orderId)).toMatchObject({ status: 'paid', blockchainLink: null })
    expect((await leafOf(app.database, orderId)).declaredLink).toBeNull()
  })
})

describe('the code to record for one order', () => {
  const codeOf = (id: string, kinds: readonly AnchorKind[] = ['manual', 'evm']) =>
    codeOfOrder(app.database.fork(), { rules: { ...rules, kinds } }, id)

  test('is its leaf, and its evidence is mailed if it is paid and a chain is configured', async () => {
    const [id = ''] = await payOrders(app.database, jobs, 1)
    const { leaf } = await leafOf(app.database, id)
    expect(await codeOf(id)).toEqual({ code: leaf, isEvidenceMailed: true })
    expect(await codeOf(id, ['manual'])).toEqual({ code: leaf, isEvidenceMailed: false })
    await app.database.fork().nativeDelete(ProofLeaf, { order: id })
    expect(await codeOf(id)).toEqual({ code: null, isEvidenceMailed: true })
    await setPayment(app.database, id, 'refunded')
    expect(await codeOf(id)).toEqual({ code: null, isEvidenceMailed: false })
  })

  test('has its evidence mailed if the batch of only this order waits for a chain', async () => {
    const { orderId, evm } = await sealOne()
    expect(await codeOf(orderId, ['manual'])).toMatchObject({ isEvidenceMailed: true })
    await recordProgress(deps(), evm, inBlock('final', 3))
    expect(await codeOf(orderId)).toMatchObject({ isEvidenceMailed: false })
  })

  test('of a larger batch leads to another batch, with a record on the configured chains', async () => {
    const { orderIds } = await sealOrders(deps(), 2, ['manual'])
    expect(await codeOf(orderIds[0] ?? '')).toMatchObject({ isEvidenceMailed: true })
  })
})

test('a link declared for one order is in its proof, and a block does not replace it', async () => {
  const { orderId, evm } = await sealOne()
  const link = 'https://ETHERSCAN.io/tx/with a space'
  await admin.api.orders.change({ params: { id: orderId }, body: { blockchainLink: link } })
  const kept = 'https://etherscan.io/tx/with%20a%20space'
  expect((await leafOf(app.database, orderId)).declaredLink).toBe(kept)
  await recordProgress(deps(), evm, inBlock('included', 70))
  expect(await readOrder(app.database, orderId)).toMatchObject({ blockchainLink: kept })
  await expectProven(app.database, orderId)
})
