import { beforeEach, describe, expect, test } from 'vitest'
import { networksOf } from '../../../src/platform/http/client-address.ts'
import {
  createUploadSlots,
  type ActiveUpload,
  type UploadSlots,
} from '../../../src/orders/uploads/upload-admission.ts'

let nowMs = 0
let canceled: string[] = []
beforeEach(() => {
  nowMs = 0
  canceled = []
})

const slots = (count: number, perNetwork: number) => createUploadSlots({ count, perNetwork }, () => nowMs)

/** Networks of a client. @param address one of IPv4 or IPv6, or the name of a network without wider ones */
function networks(address: string) {
  const around = networksOf(address)
  return around.length === 0 ? [{ name: address, share: 1 }] : around
}

function upload(address: string, { bytes = 0, name = address, quotaAddress = address } = {}): ActiveUpload {
  return {
    networks: networks(address),
    quotaNetworks: networks(quotaAddress),
    expectedBytes: 1_000,
    receivedBytes: () => bytes,
    cancel: () => void canceled.push(name),
  }
}

const whole = async () => 'done'
/** Returns the work of an upload that continues until its `end` is called. */
function unfinished() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}
const refused = expect.objectContaining({ code: 'unavailable' })

describe('upload slots', () => {
  test('give one network its share and the rest to others, and are free again when an upload ends', async () => {
    const all = slots(3, 2)
    const first = unfinished()
    const held = [all.use(upload('a'), first.work), all.use(upload('a'), first.work)]
    await expect(all.use(upload('a'), whole)).rejects.toEqual(refused)
    expect(await all.use(upload('b'), whole)).toBe('done')
    first.end()
    await Promise.all(held)
    await expect(all.use(upload('a'), () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
    expect(await all.use(upload('a'), whole)).toBe('done')
  })

  test('give a new network the slot of the slowest upload of one that holds two more', async () => {
    const all = slots(3, 3)
    const { work } = unfinished()
    void all.use(upload('a', { bytes: 900, name: 'fast' }), work)
    void all.use(upload('a', { bytes: 100, name: 'slow' }), work)
    void all.use(upload('b', { name: 'the only one of its network' }), work)
    expect(await all.use(upload('c'), whole)).toBe('done')
    expect(canceled).toEqual(['slow'])
  })

  test('reject an upload if every network holds one that is fast enough', async () => {
    const all = slots(2, 2)
    const { work } = unfinished()
    void all.use(upload('a', { bytes: 10_000_000 }), work)
    void all.use(upload('b', { bytes: 10_000_000 }), work)
    nowMs = 60_000
    await expect(all.use(upload('c'), whole)).rejects.toEqual(refused)
    expect(canceled).toEqual([])
  })

  test('take the slot of the slowest upload once it is old enough to judge', async () => {
    const all = slots(2, 2)
    const { work } = unfinished()
    void all.use(upload('a', { bytes: 100_000, name: 'slow' }), work)
    void all.use(upload('b', { bytes: 50_000, name: 'slowest' }), work)
    nowMs = 9_999
    await expect(all.use(upload('c'), whole)).rejects.toEqual(refused)
    nowMs = 10_000
    expect(await all.use(upload('c'), whole)).toBe('done')
    expect(canceled).toEqual(['slowest'])
  })

  test('report how many bytes may still arrive, for one network’s quota and in total', async () => {
    const all = slots(5, 2)
    const { work, end } = unfinished()
    const held = [
      all.use(upload('a'), work),
      all.use(upload('c', { quotaAddress: 'a' }), work),
      all.use(upload('b'), work),
    ]
    expect(all.expectedBytes(networks('a'))).toEqual({ networkBytes: [2_000], totalBytes: 3_000 })
    end()
    await Promise.all(held)
    expect(all.expectedBytes(networks('a'))).toEqual({ networkBytes: [0], totalBytes: 0 })
  })

  test('give a network that has used up its share only its own slots', async () => {
    const all = slots(5, 1)
    const { work } = unfinished()
    void all.use(upload('a', { name: 'own' }), work)
    void all.use(upload('b', { name: 'other' }), work)
    nowMs = 10_000
    expect(await all.use(upload('a'), whole)).toBe('done')
    expect(canceled).toEqual(['own'])
  })

  /** Starts uploads at once, and returns how many of them have a slot. */
  async function attack(all: UploadSlots, addresses: string[], bytes: () => number): Promise<number> {
    const { work } = unfinished()
    const before = canceled.length
    let refusals = 0
    const started = addresses.map((address) =>
      all.use({ ...upload(address, { name: 'attacker' }), receivedBytes: bytes }, work),
    )
    for (const one of started) one.catch(() => (refusals += 1))
    await new Promise((resolve) => setImmediate(resolve))
    return addresses.length - refusals - (canceled.length - before)
  }
  const range = (count: number, address: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => address(n))
  /** 18 KB per second, a little more than the usual minimum. */
  const attackersBytes = () => (nowMs / 1000) * 18 * 1024

  test('give one host with an IPv6 /48 a share, however many networks it uses', async () => {
    const all = slots(50, 5)
    const addresses = range(500, (n) => `2001:db8:7:${(n % 256).toString(16)}00::1`)
    expect(await attack(all, addresses, attackersBytes)).toBe(10)
    expect(await all.use(upload('198.51.100.7'), whole)).toBe('done')
    expect(canceled).toEqual([])
  })

  test.each([
    ['an IPv6 /32', (n: number) => `2001:db8:${n.toString(16)}::1`],
    ['an IPv4 /16', (n: number) => `198.18.${n % 256}.1`],
  ])('give %s a share', async (_name, address) => {
    expect(await attack(slots(50, 5), range(500, address), attackersBytes)).toBe(20)
  })

  test('give a client of a full network a slot of the part of it that holds the most', async () => {
    const all = slots(50, 5)
    expect(
      await attack(
        all,
        range(500, (n) => `198.18.${n % 4}.1`),
        attackersBytes,
      ),
    ).toBe(20)
    expect(await all.use(upload('198.18.200.1'), whole)).toBe('done')
    expect(canceled).toEqual(['attacker'])
  })

  test('take a slot of the widest network that holds the most', async () => {
    const all = slots(8, 5)
    const { work } = unfinished()
    // Three clients of one provider, and one with two uploads.
    for (const address of [
      '2001:db8:1::1',
      '2001:db8:2::1',
      '2001:db8:3::1',
      '2001:db8:4::1',
      '2001:db8:5::1',
    ]) {
      void all.use(upload(address, { bytes: 5_000, name: 'of the provider' }), work)
    }
    void all.use(upload('198.51.100.7', { bytes: 100, name: 'other' }), work)
    void all.use(upload('198.51.100.8', { bytes: 100, name: 'other' }), work)
    void all.use(upload('203.0.113.1', { bytes: 100, name: 'other' }), work)
    expect(await all.use(upload('192.0.2.1'), whole)).toBe('done')
    expect(canceled).toEqual(['of the provider'])
  })

  test('raise the minimum speed while uploads are rejected, and lower it when that ends', async () => {
    const all = slots(50, 5)
    const addresses = range(500, (n) => `${1 + (n % 200)}.${Math.floor(n / 200)}.0.1`)
    expect(await attack(all, addresses, attackersBytes)).toBe(50)
    nowMs = 1_000
    await expect(all.use(upload('192.0.2.1'), whole)).rejects.toEqual(refused)
    nowMs = 11_000
    expect(await all.use(upload('192.0.2.1'), whole)).toBe('done')
    expect(canceled).toEqual(['attacker'])
    expect(await attack(all, ['192.0.2.2'], attackersBytes)).toBe(1)
    nowMs = 71_000
    await expect(all.use(upload('192.0.2.1'), whole)).rejects.toEqual(refused)
  })
})
