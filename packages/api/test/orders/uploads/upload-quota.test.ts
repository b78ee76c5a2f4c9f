import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseTrustedProxies } from '../../../src/platform/http/client-address.ts'
import { Order } from '../../../src/order-book/order-entity.ts'
import { findUnpaidFileUse } from '../../../src/orders/uploads/upload-admission.ts'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { details, newAdmin, newVisitor, refusal } from '../../../testing/visitor.ts'

/** The rest of the form counts too, since only the size of the whole request is known in advance. */
const formBytes = 1_000

let app: TestApp
let freeBytes = 10_000_000
beforeEach(async () => {
  freeBytes = 10_000_000
  app = await startTestApp(({ storage }) => ({
    trustedProxies: parseTrustedProxies('127.0.0.1') ?? 'none',
    stripeStandIn: null,
    storage: { ...storage, freeBytes: async () => freeBytes },
    readUploadQuota: async () => ({
      perNetworkBytes: 100_000,
      totalBytes: 250_000,
      minFreeBytes: 1_000_000,
    }),
  }))
})
afterEach(() => app.close())

const from = (address: string) =>
  newVisitor(app, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address })
const upload = (address: string, bytes: number) => from(address).upload(new Uint8Array(bytes))

const networkFull = {
  status: 429,
  code: 'rate_limited',
  serverMessage:
    'Too many files from your network are waiting for payment. Please pay for an order first, or try again tomorrow.',
}
const storageFull = {
  status: 507,
  code: 'storage_full',
  serverMessage: 'We can’t accept new files right now. Please try again later.',
}

describe('the quota of a network', () => {
  test('is shared by its addresses, and does not affect others', async () => {
    await upload('198.51.100.1', 60_000)
    expect(await refusal(upload('198.51.100.2', 60_000))).toMatchObject(networkFull)
    expect(await upload('198.51.101.1', 60_000)).toMatchObject({ fileSize: 60_000 })
  })

  test('counts the files of unpaid orders, and no longer those of paid ones', async () => {
    const visitor = from('198.51.100.1')
    await visitor.upload(new Uint8Array(60_000))
    const { orderId } = await visitor.api.orders.create({ body: details })
    expect(await refusal(upload('198.51.100.1', 60_000))).toMatchObject(networkFull)

    const admin = await newAdmin(app)
    await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
    expect(await upload('198.51.100.1', 60_000)).toMatchObject({ fileSize: 60_000 })
    expect(await app.database.fork().findOneOrFail(Order, orderId)).toMatchObject({ uploadNetwork: null })
  })

  test('counts files that are still arriving', async () => {
    const bytes = 100_000 / 2 - formBytes
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, (_, n) => upload(`198.51.100.${n}`, bytes)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2)
    expect((await findUnpaidFileUse(app.database.fork())).totalBytes).toBeLessThanOrEqual(100_000)
  })

  test('counts an upload without a Content-Length as one of the largest size', async () => {
    const form = new FormData()
    form.set('file', new Blob(['la la la']), 'song.wav')
    const { body, headers } = new Response(form)
    const response = await from('198.51.100.1').fetch('/api/upload', {
      method: 'POST',
      headers: Object.fromEntries(headers),
      body,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(429)
  })
})

describe('an upload in parts', () => {
  const partBytes = 65_536
  const start = (address: string, fileSize: number) =>
    from(address).api.uploads.start({ body: { fileName: 'a.wav', fileSize, sha256: null } })

  test('is rejected before the first byte is sent if it would not fit', async () => {
    await upload('198.51.100.1', 60_000)
    expect(await refusal(start('198.51.100.2', 60_000))).toMatchObject(networkFull)
    freeBytes = 1_000_000
    expect(await refusal(start('198.51.101.1', 60_000))).toMatchObject(storageFull)
  })

  test('counts with the bytes that arrived, for others and for its own next part', async () => {
    const visitor = from('198.51.100.1')
    const { uploadId: id } = await visitor.api.uploads.start({
      body: { fileName: 'a.wav', fileSize: 2 * partBytes - 40_000, sha256: null },
    })
    const add = (offset: number) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(partBytes - (offset > 0 ? 40_000 : 0))]))
      return visitor.api.uploads.addPart({ params: { id }, query: { offset }, form })
    }
    await add(0)
    expect((await findUnpaidFileUse(app.database.fork())).totalBytes).toBe(partBytes)
    await upload('198.51.100.2', 20_000)
    expect(await refusal(add(partBytes))).toMatchObject(networkFull)
    expect(await refusal(upload('198.51.100.3', 40_000))).toMatchObject(networkFull)
  })

  test('counts towards the network in which it began, whatever network sends its parts', async () => {
    const first = from('198.51.100.1')
    const begin = () =>
      first.api.uploads.start({ body: { fileName: 'a.wav', fileSize: partBytes, sha256: null } })
    const ids = [(await begin()).uploadId, (await begin()).uploadId]
    const second = from('198.51.101.1')
    for (const [name, value] of first.cookies) second.cookies.set(name, value)
    const send = async (id: string) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(partBytes)]))
      await second.api.uploads.addPart({ params: { id }, query: { offset: 0 }, form })
      await second.api.uploads.finish({ params: { id } })
    }
    await send(ids[0] ?? '')
    expect(await refusal(send(ids[1] ?? ''))).toMatchObject(networkFull)
    expect(await findUnpaidFileUse(app.database.fork())).toMatchObject({ largestNetworkBytes: partBytes })
    expect(await upload('198.51.101.2', 90_000)).toMatchObject({ fileSize: 90_000 })
  })

  test('is not joined while free disk space is too low, and continues later', async () => {
    const visitor = from('198.51.100.1')
    const body = { fileName: 'a.wav', fileSize: 10_000, sha256: null }
    const { uploadId: id } = await visitor.api.uploads.start({ body })
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(10_000)]))
    await visitor.api.uploads.addPart({ params: { id }, query: { offset: 0 }, form })
    freeBytes = 1_009_999
    expect(await refusal(visitor.api.uploads.finish({ params: { id } }))).toMatchObject(storageFull)
    freeBytes = 1_010_000
    expect(await visitor.api.uploads.finish({ params: { id } })).toMatchObject({ fileSize: 10_000 })
  })
})

test('all networks together stay within the total', async () => {
  for (const n of [1, 2, 3]) await upload(`198.51.${n}.1`, 75_000)
  expect(await refusal(upload('198.51.4.1', 75_000))).toMatchObject(storageFull)
})

test('below the minimum free disk space uploads are rejected while paid work continues', async () => {
  const visitor = from('198.51.100.1')
  await visitor.upload('la la la')
  const { orderId } = await visitor.api.orders.create({ body: details })
  freeBytes = 1_000_000
  expect(await refusal(upload('198.51.101.1', 1_000))).toMatchObject(storageFull)
  const admin = await newAdmin(app)
  const paid = await admin.api.orders.change({ params: { id: orderId }, body: { paymentConfirmed: true } })
  expect(paid).toMatchObject({ paymentConfirmed: true })
  expect(app.queued.map(({ name }) => name)).toEqual(['send-mail'])
})

test('the health page shows what unpaid files take and when uploads are rejected', async () => {
  await upload('198.51.100.1', 60_000)
  await upload('198.51.101.1', 20_000)
  const { uploads } = await (await newAdmin(app)).api.monitoring.health()
  expect(uploads).toEqual({
    unpaidBytes: 80_000,
    unpaidLimitBytes: 250_000,
    largestNetworkBytes: 60_000,
    perNetworkLimitBytes: 100_000,
    freeBytes: 10_000_000,
    minFreeBytes: 1_000_000,
  })
})

test('a disk reports its free space', async () => {
  const disk = await openDiskStorage(app.filesDir)
  expect(await disk.freeBytes()).toBeGreaterThan(0)
})

describe('the quota of wider networks', () => {
  test('is two times as much for an IPv6 /48', async () => {
    const addresses = ['2001:db8:7:100::1', '2001:db8:7:200::1', '2001:db8:7:300::1']
    await upload(addresses[0] ?? '', 90_000)
    await upload(addresses[1] ?? '', 90_000)
    expect(await refusal(upload(addresses[2] ?? '', 30_000))).toMatchObject(networkFull)
    expect(await upload('2001:db8:8:100::1', 30_000)).toMatchObject({ fileSize: 30_000 })
  })

  test('is four times as much for an IPv4 /16 and an IPv6 /32, also for an upload in parts', async () => {
    const roomy = await startTestApp({
      trustedProxies: parseTrustedProxies('127.0.0.1') ?? 'none',
      stripeStandIn: null,
      readUploadQuota: async () => ({ perNetworkBytes: 100_000, totalBytes: 10_000_000, minFreeBytes: 0 }),
    })
    const visitor = (address: string) =>
      newVisitor(roomy, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address })
    for (const n of [1, 2, 3, 4]) {
      await visitor(`198.18.${n}.1`).upload(new Uint8Array(95_000))
      await visitor(`2001:db8:${n}::1`).upload(new Uint8Array(95_000))
    }
    expect(await refusal(visitor('198.18.9.1').upload(new Uint8Array(30_000)))).toMatchObject(networkFull)
    const announced = { fileName: 'a.wav', fileSize: 30_000, sha256: null }
    expect(await refusal(visitor('2001:db8:9::1').api.uploads.start({ body: announced }))).toMatchObject(
      networkFull,
    )
    expect(await visitor('198.19.1.1').upload(new Uint8Array(30_000))).toMatchObject({ fileSize: 30_000 })
    await roomy.close()
  })
})
