import { fromBase64 } from '@priormark/core/proofs/proof/base64'
import { toHex } from '@priormark/core/proofs/proof/bytes'
import { readOtsFile, writeOtsFile } from '@priormark/core/proofs/opentimestamps/ots-file'
import { otsOfProof } from '@priormark/core/proofs/proof/proof-ots'
import { expect, test } from 'vitest'
import { readStoredBlocks } from '../../../../src/proofs/anchors/opentimestamps/ots-repository.ts'
import { readOrderProof } from '../../../../src/proofs/facts/order-proof.ts'
import { sha256 } from '../../../../src/platform/sha256.ts'
import { eventDetails, readOrder } from '../../../../testing/mail-fixtures.ts'
import { verifyOrderProof } from '../../../../testing/verify-order-proof.ts'
import { verifyWithDebian, debianPython, debianReason } from './ots-debian.ts'
import { otsOf, useOtsShop } from './ots-fixtures.ts'

const { world, shop } = await useOtsShop()

test('a root is submitted, gets into a block, is final after seven blocks, and completes its orders once', async () => {
  const { anchorId, batchId, orderIds } = await shop.seal(3)
  await shop.advance()
  const submitted = await shop.read(anchorId)
  expect(submitted).toMatchObject({ state: 'submitted', link: null, blockTime: null, stuckReason: null })
  await shop.advance()
  expect(otsOf(await shop.read(anchorId))).toBe(otsOf(submitted))
  expect(await readStoredBlocks(shop.database.fork(), batchId)).toEqual([])

  await world.calendars[0].settle()
  await shop.advance()
  const included = await shop.read(anchorId)
  const height = world.chain.height()
  const header = Buffer.from((await world.chain.headerAt(height)) ?? '')
  expect(included).toMatchObject({ state: 'included', stuckReason: null, finalAt: null })
  expect(included.blockTime?.getTime()).toBe(header.readUInt32LE(68) * 1_000)
  expect(included.link).toMatch(
    new RegExp(`^https://explorer.example.org/block/[0-9a-f]{64}\\?height=${height}$`),
  )
  expect(await readStoredBlocks(shop.database.fork(), batchId)).toEqual([
    { height, header: header.toString('hex'), confirmationHeaders: [] },
  ])
  for (const orderId of orderIds) {
    expect(await readOrder(shop.database, orderId)).toMatchObject({
      status: 'completed',
      blockchainLink: included.link,
    })
  }
  const mails = shop.mailIds.length

  await world.chain.mine(5)
  await shop.advance()
  expect((await shop.read(anchorId)).state).toBe('included')
  await world.chain.mine()
  await shop.advance()
  const final = await shop.read(anchorId)
  expect(final).toMatchObject({ state: 'final', link: included.link, stuckReason: null })
  expect(shop.mailIds.length).toBe(mails + orderIds.length)
  const following = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => world.chain.headerAt(height + n)))
  expect(await readStoredBlocks(shop.database.fork(), batchId)).toEqual([
    {
      height,
      header: header.toString('hex'),
      confirmationHeaders: following.map((next) => toHex(next ?? new Uint8Array())),
    },
  ])
  const times = following.map((next) => Buffer.from(next ?? '').readUInt32LE(68) * 1_000)
  expect(final.latestTime?.getTime()).toBe(Math.max(included.blockTime?.getTime() ?? 0, ...times))
  for (const kind of ['anchor_submitted', 'anchor_included', 'anchor_final', 'link_added'])
    expect(await eventDetails(shop.database, orderIds[0] ?? '', kind)).toHaveLength(1)
})

test('does not poll for a final root, and its proof needs no calendar', async () => {
  const { anchorId } = await shop.seal()
  await shop.advance()
  await world.calendars[1].settle()
  await world.chain.mine(6)
  await shop.advance()
  const final = await shop.read(anchorId)
  expect(final.state).toBe('final')
  expect(Buffer.from(otsOf(final), 'base64').includes('http')).toBe(false)
  shop.asked.length = 0
  await shop.advance()
  expect(shop.asked).toEqual([])
})

test('keeps blocks of two calendars until one is final, and uses the earlier time', async () => {
  const { anchorId } = await shop.seal()
  await shop.advance()
  await world.calendars[2].settle()
  const height = world.chain.height()
  await world.chain.mine(1)
  await world.calendars[0].settle()
  await shop.advance()
  const namedBlocks = async () => {
    const text = Buffer.from(otsOf(await shop.read(anchorId)), 'base64').toString('hex')
    return text.split('0588960d73d71901').length - 1
  }
  expect((await shop.read(anchorId)).link).toContain(`height=${height}`)
  expect(await namedBlocks()).toBe(2)
  await world.chain.mine(4)
  await shop.advance()
  expect((await shop.read(anchorId)).state).toBe('final')
  expect(await namedBlocks()).toBe(1)
})

test.skipIf(debianPython === null)(
  `every order’s own .ots and proof lead to the block, for Debian's opentimestamps as for us${debianReason}`,
  async () => {
    const { anchorId, batchId, orderIds } = await shop.seal(7)
    await shop.advance()
    await world.calendars[0].settle()
    await world.chain.mine(6)
    await shop.advance()
    const anchor = await shop.read(anchorId)
    expect(anchor.state).toBe('final')
    const root = readOtsFile(fromBase64(otsOf(anchor)) ?? new Uint8Array())
    const headers = Object.fromEntries(
      (await readStoredBlocks(shop.database.fork(), batchId)).map(({ height, header }) => [height, header]),
    )
    const em = shop.database.fork()
    const tasks = await Promise.all(
      orderIds.map(async (orderId) => {
        const order = await readOrder(shop.database, orderId)
        const made = await readOrderProof(em, order)
        if (made === null) throw new Error('The order has no proof')
        expect(await verifyOrderProof(made.proof, order.fileSha256)).toMatchObject({
          holds: true,
          remaining: [{ kind: 'opentimestamps', attestations: [{ kind: 'bitcoin' }] }],
        })
        return { ots: toHex(writeOtsFile(otsOfProof(made.proof, root.timestamp, sha256))), headers }
      }),
    )
    expect(new Set(tasks.map(({ ots }) => ots)).size).toBe(7)
    const verdicts = verifyWithDebian(tasks)
    const order = await readOrder(shop.database, orderIds[0] ?? '')
    const blocks = [[world.chain.height() - 6, (anchor.blockTime?.getTime() ?? 0) / 1_000]]
    expect(verdicts).toEqual(orderIds.map(() => ({ digest: order.fileSha256, blocks })))
  },
)
