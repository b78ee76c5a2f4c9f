import { beforeEach, describe, expect, test } from 'vitest'
import { createUploadSlots, type ActiveUpload } from '../../src/uploads/upload-slots.ts'

let nowMs = 0
let canceled: string[] = []
beforeEach(() => {
  nowMs = 0
  canceled = []
})

const slots = (count: number, perNetwork: number) =>
  createUploadSlots({ count, perNetwork, now: () => nowMs })

function upload(network: string, { bytes = 0, name = network, quotaNetwork = network } = {}): ActiveUpload {
  return {
    network,
    quotaNetwork,
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
      all.use(upload('c', { quotaNetwork: 'a' }), work),
      all.use(upload('b'), work),
    ]
    expect(all.expectedBytes('a')).toEqual({ networkBytes: 2_000, totalBytes: 3_000 })
    end()
    await Promise.all(held)
    expect(all.expectedBytes('a')).toEqual({ networkBytes: 0, totalBytes: 0 })
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
})
