import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { administrator } from '../../../testing/administrator.ts'
import { codeOf, stepMs, wrongCode } from '../../../testing/authenticator.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'

const { password } = administrator

const app = await startTestApp({ trustedProxies: { hops: 1 }, stripeStandIn: null })
afterAll(() => app.close())

// The clock is stopped in the middle of a step; tests move it explicitly.
let now = (Math.floor(Date.now() / stepMs) + 0.5) * stepMs
let secret = ''
let recoveryCodes: string[] = []
beforeEach(async () => {
  now += 10 * stepMs
  vi.useFakeTimers({ toFake: ['Date'], now })
  const admin = from(home)
  admin.token = (await admin.api.auth.login({ body: administrator })).token
  secret = (await admin.api.account.beginSecondFactor({ body: { password } })).secret
  const code = codeOf(secret, -1)
  recoveryCodes = (await admin.api.account.confirmSecondFactor({ body: { code } })).recoveryCodes
})
afterEach(async () => {
  vi.useRealTimers()
  const em = app.database.fork()
  await em.nativeUpdate(Admin, {}, { totpSecret: null, totpEnabledAt: null, totpStep: null })
  for (const table of ['recovery_code', 'rate_limit', 'access_token'])
    await em.execute(`delete from ${table}`)
})

/** The network that the owner has logged in from, and another address of it. */
const home = '203.0.113.5'
const homeAgain = '203.0.113.77'
const elsewhere = (n: number) => `198.51.${n}.1`

const from = (address: string): Visitor =>
  newVisitor(app, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address })
const logIn = (address: string, code: string) =>
  from(address).api.auth.login({ body: { ...administrator, code } })
const wrongRecoveryCode = 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA'

/** Logs in with a wrong code. Returns 'wrong' if it was checked, or else the remaining delay in seconds. */
async function guess(address: string, code = wrongCode(secret)): Promise<'wrong' | number> {
  const response = await from(address).fetch('/api/admin/direct/login', {
    method: 'POST',
    body: JSON.stringify({ ...administrator, code }),
  })
  return response.status === 429 ? Number(response.headers.get('retry-after')) : 'wrong'
}

/** Counts wrong codes of the day that were guessed before. */
const countEarlier = (count: number) =>
  app.database
    .fork()
    .execute("update rate_limit set hits = hits + ? where key like 'login:code:%:day'", [count])

/** Ends the delay before the next guess. */
const endDelay = () => app.database.fork().execute("delete from rate_limit where key like '%:wait'")

describe('wrong codes from an attacker elsewhere who has the password', () => {
  test('do not lock out the owner, whose network is known', async () => {
    for (let n = 0; n < 10; n += 1) await guess(elsewhere(n))
    expect(await guess(elsewhere(11))).not.toBe('wrong')
    expect((await logIn(homeAgain, codeOf(secret))).token).toHaveLength(43)
  })

  test('leave the owner the recovery codes, from any network', async () => {
    for (let n = 0; n < 12; n += 1) await guess(elsewhere(n))
    for (let n = 0; n < 12; n += 1) await guess(elsewhere(n), wrongRecoveryCode)
    expect((await logIn('192.0.2.1', recoveryCodes[0] ?? '')).token).toHaveLength(43)
  })

  test('are blocked after ten, each time for twice as long', async () => {
    for (let n = 0; n < 10; n += 1) expect(await guess(elsewhere(n))).toBe('wrong')
    for (const [n, seconds] of [60, 120, 240, 480].entries()) {
      const left = await guess(elsewhere(50))
      expect(left).toBeGreaterThan(seconds - 30)
      expect(left).toBeLessThanOrEqual(seconds)
      await endDelay()
      expect(await guess(elsewhere(100 + n))).toBe('wrong')
    }
  })

  test('are limited to fifty a day, regardless of networks and delays', async () => {
    for (let n = 0; n < 12; n += 1) {
      expect(await guess(elsewhere(n))).toBe('wrong')
      await endDelay()
    }
    await countEarlier(50 - 12 - 1)
    expect(await guess(elsewhere(20))).toBe('wrong')
    await endDelay()
    expect(await guess(elsewhere(21))).not.toBe('wrong')
    expect(await refusal(logIn(elsewhere(200), codeOf(secret)))).toMatchObject({ code: 'rate_limited' })
  })
})

test('wrong codes from the owner’s own network are limited too, to a hundred a day', async () => {
  const clearShortLimits = () =>
    app.database.fork().execute("delete from rate_limit where key like 'login:%' and key not like '%:day'")
  for (let n = 0; n < 10; n += 1) expect(await guess(homeAgain)).toBe('wrong')
  expect(await guess(homeAgain)).not.toBe('wrong')
  await countEarlier(100 - 10 - 1)
  await clearShortLimits()
  expect(await guess(homeAgain)).toBe('wrong')
  await clearShortLimits()
  expect(await guess(homeAgain)).not.toBe('wrong')
})
