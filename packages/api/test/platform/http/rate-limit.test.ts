import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countByAddress, countHit, sweepRateLimits } from '../../../src/platform/http/rate-limit.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

test('sweepRateLimits deletes the counters whose window has passed, and keeps the others', async () => {
  const em = database.fork()
  await countHit(em, 'passed', { hits: 5, windowSeconds: -1 })
  await countHit(em, 'counting', { hits: 5, windowSeconds: 600 })
  expect(await sweepRateLimits(em)).toBe(1)
  expect(await em.execute('select key from rate_limit')).toEqual([{ key: 'counting' }])
})

describe('countByAddress', () => {
  const limit = { hits: 2, windowSeconds: 600 }
  const isAllowed = (address: string) =>
    countByAddress(database.fork(), 'call', address, limit).then(
      () => true,
      () => false,
    )

  /** Returns how many calls of as many addresses are allowed. */
  async function countAllowed(addresses: readonly string[]): Promise<number> {
    let allowed = 0
    for (const address of addresses) if (await isAllowed(address)) allowed += 1
    return allowed
  }

  const eachOf = (count: number, addressOf: (group: string) => string) =>
    Array.from({ length: count }, (_, n) => addressOf(n.toString(16)))

  test.each([
    ['IPv6 /56', 16, (group: string) => `2001:db8:1:${group}::1`],
    ['IPv6 /48', 32, (group: string) => `2001:db8:1:${group}00::1`],
    ['IPv6 /32', 64, (group: string) => `2001:db8:${group}::1`],
    ['IPv4 /24', 16, (group: string) => `198.51.100.${Number.parseInt(group, 16)}`],
    ['IPv4 /16', 64, (group: string) => `198.51.${Number.parseInt(group, 16)}.1`],
  ] as const)('limits a host that has an %s to %i calls', async (_, allowed, addressOf) => {
    expect(await countAllowed(eachOf(allowed + 20, addressOf))).toBe(allowed)
  })

  test('lets no client use up the limit of its network', async () => {
    expect(await countAllowed(eachOf(100, () => '2001:db8:1::1'))).toBe(limit.hits)
    expect(await isAllowed('2001:db8:1:1::1')).toBe(true)
  })

  test('stores nothing for a rejected call', async () => {
    await countAllowed(eachOf(50, (group) => `2001:db8:1:${group}::1`))
    const keys = await database.fork().execute("select key from rate_limit where key like '%/64'")
    expect(keys).toHaveLength(16)
  })

  test('allows exactly as many concurrent calls', async () => {
    const results = await Promise.all(
      eachOf(40, (group) => `198.51.100.${Number.parseInt(group, 16)}`).map(isAllowed),
    )
    expect(results.filter(Boolean)).toHaveLength(16)
  })

  test('begins a new window for a network, too', async () => {
    await countAllowed(eachOf(40, (group) => `2001:db8:1:${group}::1`))
    await database.fork().execute("update rate_limit set window_ends_at = now() - interval '1 second'")
    expect(await isAllowed('2001:db8:1:ff::1')).toBe(true)
  })
})
