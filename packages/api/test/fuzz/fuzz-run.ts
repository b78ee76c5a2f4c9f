import { cases, propertyRuns } from '@priormark/core/testing/depth'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseTrustedProxies } from '../../src/platform/http/client-address.ts'
import { rawCalls, routerCalls } from './fuzz-endpoints.ts'
import { callName, everyEndpoint } from '../../testing/every-endpoint.ts'
import { callsOf, send } from './fuzz-requests.ts'
import { makeFuzzShop, type FuzzShop } from './fuzz-shop.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** The number of cases per endpoint; `TEST_CASES=20000` searches longer. */
export const fuzzRuns = propertyRuns({ normal: 15, deep: 1_000 })

/** Checks a property against generated cases. */
export async function fuzz<Case>(
  generated: fc.Arbitrary<Case>,
  check: (one: Case) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(generated, check), fuzzRuns)
}

/**
 * The share of endpoints that must succeed at least once. The others need what no case can know, such as a signed event. A
 * normal run has a fixed seed, so its share does not depend on chance.
 */
const leastSucceeding = 0.6

/** After this many endpoints that may have changed something, the next ones get new data, which takes as long as their cases. */
const changesPerShop = cases({ normal: 12, deep: 1 })

/** Fuzzes every call that is public, or every call that requires an administrator. */
export async function fuzzCalls(access: 'public' | 'staff'): Promise<void> {
  const all = [...(await everyEndpoint()), ...rawCalls]
  const specs = all.filter((spec) => (spec.access === 'public') === (access === 'public'))
  let app: TestApp
  let lastFailure = ''
  let shop: FuzzShop | null = null
  let changes = 0
  const succeeded = new Set<string>()
  beforeAll(async () => {
    const log = pino({ level: 'error' }, { write: (line: string) => void (lastFailure = line) })
    const trustedProxies = parseTrustedProxies('127.0.0.1') ?? 'none'
    app = await startTestApp({ log, stripeStandIn: null, trustedProxies })
  })
  afterAll(() => app.close())

  test('every route of the router is fuzzed', () => {
    const fuzzed = new Set(all.map(callName))
    expect(routerCalls(app.parts).filter((name) => !fuzzed.has(name))).toEqual([])
    expect(routerCalls(app.parts).length).toBeGreaterThan(30)
  })

  describe.each(specs.map((spec) => [callName(spec), spec] as const))('%s', (name, spec) => {
    test('responds to any request without a server error, and reveals nothing about others', async () => {
      await app.database.fork().execute('delete from rate_limit')
      shop ??= await makeFuzzShop(app)
      const { secrets, ownersRows } = shop
      const before = await ownersRows()
      const seen = new Set<number>()
      await fuzz(callsOf(spec, shop), async (call) => {
        lastFailure = ''
        const { status, text } = await send(app.url, call)
        seen.add(status)
        if (status >= 500) throw new Error(`${status}: ${text}\n${lastFailure}`)
        expect(secrets[call.role].filter((secret) => text.includes(secret))).toEqual([])
        if (access === 'staff' && call.role !== 'admin') expect(status).toBeGreaterThanOrEqual(400)
      })
      expect(await ownersRows()).toEqual(before)
      const hasSucceeded = Array.from(seen).some((status) => status < 400)
      if (hasSucceeded) succeeded.add(name)
      if (hasSucceeded && spec.method !== 'GET') changes += 1
      if (changes < changesPerShop) return
      changes = 0
      shop = null
    })
  })

  // If most calls were rejected, the fuzz test would prove nothing about the code behind the checks.
  test('most endpoints have succeeded at least once', () => {
    expect(succeeded.size / specs.length).toBeGreaterThan(leastSucceeding)
  })

  test('no case has guessed the password', () => {
    expect(Array.from(succeeded)).not.toContain('POST /api/admin/direct/login')
  })
}
