import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AccessToken, Admin } from '../../../src/staff/auth/admin-entity.ts'
import { addAdmin, changeAdmin, resetAdmin } from '../../../src/staff/auth/admin-service.ts'
import { lockIfUnchanged } from '../../../src/staff/auth/auth-service.ts'
import { hashPassword, isHashOutdated, verifyPassword } from '../../../src/staff/auth/password.ts'
import { consumeCode } from '../../../src/staff/auth/second-factor.ts'
import { codeOf, stepMs } from '../../../testing/authenticator.ts'
import { administrator } from '../../../testing/administrator.ts'
import { untilStatementWaits } from '../../../testing/blocked-statement.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { logInAsAdmin, newVisitor, refusal } from '../../../testing/visitor.ts'

vi.mock(import('../../../src/staff/auth/password.ts'), async (load) => {
  const real = await load()
  return { ...real, isHashOutdated: vi.fn(real.isHashOutdated), verifyPassword: vi.fn(real.verifyPassword) }
})
vi.mock(import('../../../src/staff/auth/second-factor.ts'), async (load) => {
  const real = await load()
  return { ...real, consumeCode: vi.fn(real.consumeCode) }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // The last enabled administrator cannot be disabled.
  await addAdmin(app.database.fork(), { name: 'owner', role: 'owner' }, 'shell')
})
afterAll(() => app.close())
afterEach(async () => {
  const passwordHash = await hashPassword(administrator.password)
  const em = app.database.fork()
  await em.nativeUpdate(Admin, {}, { passwordHash, disabledAt: null, totpSecret: null, totpEnabledAt: null })
})

const { username, password } = administrator
const goodPassword = 'plum-orbit-lantern-51'
const logIn = (word = password) => newVisitor(app).api.auth.login({ body: { username, password: word } })
const reset = () => resetAdmin(app.database.fork(), app.parts.jobs, username, 'shell')

/** Runs `happen` between the next password verification and the code that relies on it. */
function afterProof<T>(happen: () => Promise<T>): { happened: () => Promise<T> } {
  const happened = Promise.withResolvers<T>()
  const real = vi.mocked(verifyPassword).getMockImplementation()
  vi.mocked(verifyPassword).mockImplementationOnce(async (...input) => {
    const fits = await real?.(...input)
    happened.resolve(await happen())
    return fits === true
  })
  return { happened: () => happened.promise }
}

describe('a login in progress', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the account is reset', reset],
    [
      'the account is disabled',
      () => changeAdmin(app.database.fork(), { name: username }, { isDisabled: true }, { actor: 'shell' }),
    ],
    [
      'the password is changed',
      async () => {
        const em = app.database.fork()
        await em.nativeUpdate(Admin, { username }, { passwordHash: await hashPassword(goodPassword) })
      },
    ],
  ])('fails if %s meanwhile', async (_title, happen) => {
    const before = await app.database.fork().count(AccessToken)
    afterProof(happen)
    expect(await refusal(logIn())).toMatchObject({ status: 401, serverMessage: 'Invalid credentials' })
    expect(await app.database.fork().count(AccessToken)).toBe(before)
  })

  test('does not restore the old password by rehashing it', async () => {
    vi.mocked(isHashOutdated).mockReturnValueOnce(true)
    const { happened } = afterProof(reset)
    await refusal(logIn())
    expect((await logIn((await happened()).password)).token).toBeTruthy()
  })

  test('succeeds if another login has only rehashed the same password', async () => {
    vi.mocked(isHashOutdated).mockReturnValueOnce(true)
    afterProof(logIn)
    expect((await logIn()).token).toBeTruthy()
  })
})

// On PGlite, where transactions run one at a time, this cannot fail.
test('a reset waits for a login in progress, and ends it', async () => {
  const em = app.database.fork()
  const admin = await em.findOneOrFail(Admin, { username })
  let resetting: Promise<unknown> = Promise.resolve()
  await em.transactional(async (tx) => {
    await lockIfUnchanged(tx, admin, password)
    resetting = reset()
    await untilStatementWaits(app.database)
    const at = new Date(Date.now() + 60_000)
    const login = { id: randomUUID(), tokenHash: randomUUID(), admin: admin.id, createdAt: at, expiresAt: at }
    await tx.insert(AccessToken, login)
  })
  await resetting
  expect(await app.database.fork().count(AccessToken, { admin, revokedAt: null })).toBe(0)
})

test('a password change does not undo a concurrent reset', async () => {
  const admin = await logInAsAdmin(app)
  const { happened } = afterProof(reset)
  const body = { currentPassword: password, newPassword: goodPassword }
  expect(await refusal(admin.api.account.changePassword({ body }))).toMatchObject({ status: 400 })
  expect((await logIn((await happened()).password)).token).toBeTruthy()
})

describe('the second factor', () => {
  // In the middle of a step, so that no code expires during a test.
  beforeEach(() =>
    vi.useFakeTimers({ toFake: ['Date'], now: (Math.floor(Date.now() / stepMs) + 0.5) * stepMs }),
  )
  afterEach(() => vi.useRealTimers())

  const conflict = { status: 409, code: 'conflict' }

  test('is required if it was turned on during the login', async () => {
    const admin = await logInAsAdmin(app)
    const { secret } = await admin.api.account.beginSecondFactor({ body: { password } })
    const before = await app.database.fork().count(AccessToken)
    afterProof(() => admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret, -1) } }))
    expect(await refusal(logIn())).toMatchObject({ status: 401, code: 'second_factor_required' })
    expect(await app.database.fork().count(AccessToken)).toBe(before)
    const body = { ...administrator, code: codeOf(secret) }
    expect((await newVisitor(app).api.auth.login({ body })).token).toBeTruthy()
  })

  test('is not turned on with a secret for which no code was entered', async () => {
    const admin = await logInAsAdmin(app)
    const begin = () => admin.api.account.beginSecondFactor({ body: { password } })
    const { secret } = await begin()
    const real = vi.mocked(consumeCode).getMockImplementation()
    vi.mocked(consumeCode).mockImplementationOnce(async (...input) => {
      const fits = await real?.(...input)
      await begin()
      return fits === true
    })
    const confirm = admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
    expect(await refusal(confirm)).toMatchObject(conflict)
    expect((await admin.api.account.read()).secondFactor.isOn).toBe(false)
  })

  test('keeps its secret if it is turned on while another setup is in progress', async () => {
    const admin = await logInAsAdmin(app)
    const begin = () => admin.api.account.beginSecondFactor({ body: { password } })
    const { secret } = await begin()
    afterProof(() => admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret, -1) } }))
    expect(await refusal(begin())).toMatchObject(conflict)
    const body = { ...administrator, code: codeOf(secret) }
    expect((await newVisitor(app).api.auth.login({ body })).token).toBeTruthy()
  })
})
