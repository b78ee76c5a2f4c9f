import { expect, test } from 'vitest'
import { createUploadSlots } from '../../src/uploads/upload-slots.ts'

test('one network gets half of the places, another the rest, and what ends makes room', async () => {
  const places = createUploadSlots(5)
  const one = '2001:db8::1'
  const neighbour = '2001:db8::2'
  const other = '203.0.113.9'
  const ends = new Array<() => void>()
  const hold = (address: string) => places.use(address, () => new Promise<void>((end) => ends.push(end)))
  const isRefused = (address: string) =>
    expect(places.use(address, async () => {})).rejects.toMatchObject({ code: 'unavailable' })

  const held = [hold(one), hold(neighbour), hold(one)]
  await isRefused(neighbour)
  held.push(hold(other), hold(other))
  await isRefused(other)
  for (const end of ends) end()
  await Promise.all(held)

  await Promise.all([one, one, one].map((address) => places.use(address, async () => {})))
  await expect(places.use(one, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
  expect(await places.use(one, async () => 'in')).toBe('in')
})

test('of few places one network gets two, so that a customer can always send a second file', async () => {
  const places = createUploadSlots(2)
  const inner = () => places.use('203.0.113.9', async () => 'in')
  expect(await places.use('203.0.113.9', inner)).toBe('in')
})
