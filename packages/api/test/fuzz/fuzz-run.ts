import type { Access } from '@priormark/core/http/endpoint'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseTrustedProxies } from '../../src/http/client-address.ts'
import { testServerUrl } from '../../testing/database-server.ts'
import { rawCalls, routerCalls } from './fuzz-endpoints.ts'
import { callName, everyEndpoint } from '../../testing/every-endpoint.ts'
import { callsOf, send } from './fuzz-requests.ts'
import { makeWorld } from './fuzz-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Cases for each call; `FUZZ_CASES=20000 vitest run test/fuzz-calls-admin.test.ts` looks longer. A second database gets fewer. */
export const fuzzCases = Number(process.env['FUZZ_CASES'] ?? (testServerUrl === null ? 1_000 : 150))

/** A machine that does much else at the same time gets through fewer cases; a search that somebody asked for goes on. */
export const timeLimit = process.env['FUZZ_CASES'] === undefined ? { interruptAfterTimeLimit: 20_000 } : {}

/** What the slowest machine gets through in its time: a search that ends before it has shown nothing. */
const leastCases = Math.min(fuzzCases, 25)

/**
 * Holds a law against case after case until there are enough or the time is over. fast-check takes the case that it interrupts
 * for a success, so that one is waited for here: what hangs is always the last. @returns how many cases it held for
 */
export async function fuzz<Case>(
  cases: fc.Arbitrary<Case>,
  check: (one: Case) => Promise<void>,
): Promise<number> {
  let lastCase: Case | null = null
  let pending = Promise.resolve()
  let held = 0
  const property = fc.asyncProperty(cases, async (one) => {
    pending = check(one)
    lastCase = one
    await pending
    held += 1
  })
  await fc.assert(property, { numRuns: fuzzCases, ...timeLimit })
  await pending.catch((cause: unknown) => {
    throw new Error(`The last case failed: ${fc.stringify(lastCase)}`, { cause })
  })
  expect(held).toBeGreaterThanOrEqual(leastCases)
  return held
}

/** How many of the calls have succeeded at least once: the others want what no case can know, such as a signed event. */
const leastSucceeding = 0.6

/** With fewer cases than these, a call may by chance never get past the door. */
const casesToSucceed = 100

/** Fuzzes every call of one kind of access. */
export async function fuzzCalls(access: Access): Promise<void> {
  const all = [...(await everyEndpoint()), ...rawCalls]
  const specs = all.filter((spec) => spec.access === access)
  let app: TestApp
  let lastFailure = ''
  const succeeded = new Set<string>()
  const held = new Map<string, number>()
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
    test('answers whatever anybody sends, and tells nobody of another', async () => {
      const world = await makeWorld(app, { withImage: /image|media/.test(spec.path) })
      const before = await world.ownersRows()
      const seen = new Set<number>()
      const cases = await fuzz(callsOf(spec, world), async (call) => {
        lastFailure = ''
        const { status, text } = await send(app.url, call)
        seen.add(status)
        if (status >= 500) throw new Error(`${status}: ${text}\n${lastFailure}`)
        expect(world.secrets[call.role].filter((secret) => text.includes(secret))).toEqual([])
        if (access === 'admin' && call.role !== 'admin') expect(status).toBeGreaterThanOrEqual(400)
      })
      held.set(name, cases)
      expect(await world.ownersRows()).toEqual(before)
      if (Array.from(seen).some((status) => status < 400)) succeeded.add(name)
    })
  })

  // A fuzz that never gets past the door shows nothing of the house.
  test('most calls have succeeded', ({ skip }) => {
    const fewest = Math.min(...held.values())
    skip(fewest < casesToSucceed, `a call had ${fewest} cases, and ${casesToSucceed} are needed to judge`)
    expect(succeeded.size / specs.length).toBeGreaterThan(leastSucceeding)
  })

  test('nobody has guessed the password', () => {
    expect(Array.from(succeeded)).not.toContain('POST /api/admin/direct/login')
  })
}
