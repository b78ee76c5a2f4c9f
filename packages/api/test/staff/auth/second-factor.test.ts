import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { createSecretCipher } from '../../../src/staff/auth/secret-cipher.ts'
import { codeOf, stepMs, wrongCode } from '../../../testing/authenticator.ts'
import { administrator } from '../../../testing/administrator.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { logInAsAdmin, newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'

const app = await startTestApp()
afterAll(() => app.close())

// The clock is stopped in the middle of a step; tests move it explicitly.
let now = (Math.floor(Date.now() / stepMs) + 0.5) * stepMs
beforeEach(() => {
  now += 10 * stepMs
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(async () => {
  vi.useRealTimers()
  const em = app.database.fork()
  await em.nativeUpdate(Admin, {}, { totpSecret: null, totpEnabledAt: null, totpStep: null })
  await em.execute('delete from recovery_code')
  await em.execute('delete from rate_limit')
})

const { password } = administrator

async function turnOn(admin: Visitor): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await admin.api.account.beginSecondFactor({ body: { password } })
  const { recoveryCodes } = await admin.api.account.confirmSecondFactor({
    body: { code: codeOf(secret, -1) },
  })
  return { secret, recoveryCodes }
}

const logIn = (code?: string) =>
  newVisitor(app).api.auth.login({ body: { ...administrator, ...(code === undefined ? {} : { code }) } })

const required = { status: 401, code: 'second_factor_required' }

describe('turning it on', () => {
  test('requires the password, then a code; until then no login requires one', async () => {
    const admin = await logInAsAdmin(app)
    expect(await refusal(admin.api.account.beginSecondFactor({ body: { password: 'wrong' } }))).toMatchObject(
      {
        status: 400,
        fields: { password: ['That isn’t your current password'] },
      },
    )
    const { secret, qrCode } = await admin.api.account.beginSecondFactor({ body: { password } })
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(qrCode).toMatch(/^data:image\/png;base64,/)
    expect((await logIn()).token).toBeTruthy()
    expect(
      await refusal(admin.api.account.confirmSecondFactor({ body: { code: wrongCode(secret) } })),
    ).toMatchObject({
      status: 400,
      fields: { code: ['This code is wrong or was already used'] },
    })
    const { recoveryCodes } = await admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    expect((await admin.api.account.read()).secondFactor).toEqual({
      isOn: true,
      isRequired: false,
      recoveryCodesLeft: 10,
    })
    expect(await refusal(admin.api.account.beginSecondFactor({ body: { password } }))).toMatchObject({
      status: 409,
    })
  })

  test('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await turnOn(await logInAsAdmin(app))
    const em = app.database.fork()
    const kept = JSON.stringify([
      await em.execute('select * from admin'),
      await em.execute('select * from recovery_code'),
      await em.execute('select * from audit_entry'),
    ])
    expect(kept).toContain('totp_secret')
    for (const secretText of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(kept).not.toContain(secretText)
    }
  })
})

describe('the login', () => {
  test('requires the code only once the password is right', async () => {
    const { secret } = await turnOn(await logInAsAdmin(app))
    expect(await refusal(logIn())).toMatchObject({
      ...required,
      serverMessage: 'Enter the code from your authenticator app',
    })
    const wrong = { ...administrator, password: 'wrong', code: codeOf(secret) }
    expect(await refusal(newVisitor(app).api.auth.login({ body: wrong }))).toMatchObject({
      code: 'unauthenticated',
    })
    expect((await logIn(codeOf(secret))).token).toHaveLength(43)
  })

  test('accepts a code with a space, and one from a clock that is one step off', async () => {
    const { secret } = await turnOn(await logInAsAdmin(app))
    const code = codeOf(secret)
    expect((await logIn(`${code.slice(0, 3)} ${code.slice(3)}`)).token).toBeTruthy()
    expect((await logIn(codeOf(secret, 1))).token).toBeTruthy()
    expect(await refusal(logIn(codeOf(secret, 3)))).toMatchObject(required)
  })

  test('rejects a used code, and any older code after it', async () => {
    const { secret } = await turnOn(await logInAsAdmin(app))
    vi.setSystemTime(now + 3 * stepMs)
    const [before, present] = [codeOf(secret, -1), codeOf(secret)]
    expect((await logIn(present)).token).toBeTruthy()
    expect(await refusal(logIn(present))).toMatchObject(required)
    expect(await refusal(logIn(before))).toMatchObject(required)
  })

  test('accepts a code only once from two concurrent requests', async () => {
    const { secret } = await turnOn(await logInAsAdmin(app))
    const code = codeOf(secret)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => logIn(code)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('accepts each recovery code once, regardless of case and separators', async () => {
    const admin = await logInAsAdmin(app)
    const { recoveryCodes } = await turnOn(admin)
    const [first = '', second = ''] = recoveryCodes
    expect((await logIn(first)).token).toBeTruthy()
    expect(await refusal(logIn(first))).toMatchObject(required)
    expect((await logIn(second.toLowerCase().replaceAll('-', ' '))).token).toBeTruthy()
    expect((await admin.api.account.read()).secondFactor.recoveryCodesLeft).toBe(8)
  })

  test('is blocked for a while after ten wrong codes', async () => {
    const { secret } = await turnOn(await logInAsAdmin(app))
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await refusal(logIn(wrongCode(secret)))).toMatchObject(required)
      await app.database.fork().execute("delete from rate_limit where key like 'login:a%'")
    }
    expect(await refusal(logIn(codeOf(secret)))).toMatchObject({ status: 429, code: 'rate_limited' })
  })

  test('audits a wrong code, and a password without a code', async () => {
    const admin = await logInAsAdmin(app)
    const { secret } = await turnOn(admin)
    await refusal(logIn(wrongCode(secret)))
    // The clock is stopped here, and entries are ordered by it.
    vi.setSystemTime(now + 1_000)
    await refusal(logIn())
    const { entries } = await admin.api.audit.list({ query: { search: 'login.code' } })
    // Newest first; earlier tests have failed too.
    expect(entries.slice(0, 2).map(({ action, actor, address }) => [action, actor, address])).toEqual([
      ['login.code_asked', 'admin', '127.0.0.1'],
      ['login.code_failed', 'admin', '127.0.0.1'],
    ])
  })
})

describe('turning it off', () => {
  test('requires the password and a code; then no login requires a code', async () => {
    const admin = await logInAsAdmin(app)
    const { secret, recoveryCodes } = await turnOn(admin)
    const end = (proof: { password: string; code: string }) =>
      admin.api.account.endSecondFactor({ body: proof })
    expect(await refusal(end({ password: 'wrong', code: codeOf(secret) }))).toMatchObject({ status: 400 })
    expect(await refusal(end({ password, code: wrongCode(secret) }))).toMatchObject({ status: 400 })
    await end({ password, code: recoveryCodes[0] ?? '' })
    expect((await admin.api.account.read()).secondFactor).toEqual({
      isOn: false,
      isRequired: false,
      recoveryCodesLeft: 0,
    })
    expect((await logIn()).token).toBeTruthy()
  })
})

test('new recovery codes replace the old ones', async () => {
  const admin = await logInAsAdmin(app)
  const { secret, recoveryCodes: old } = await turnOn(admin)
  const { recoveryCodes } = await admin.api.account.renewRecoveryCodes({
    body: { password, code: codeOf(secret) },
  })
  expect(recoveryCodes).toHaveLength(10)
  expect(await refusal(logIn(old[3]))).toMatchObject(required)
  expect((await logIn(recoveryCodes[3])).token).toBeTruthy()
})

describe('createSecretCipher', () => {
  test('decrypts only with the same key, for the same owner, and if nothing changed', () => {
    const cipher = createSecretCipher('a key')
    const encrypted = cipher.encrypt('JBSWY3DPEHPK3PXP', 'one')
    expect(cipher.decrypt(encrypted, 'one')).toBe('JBSWY3DPEHPK3PXP')
    expect(cipher.encrypt('JBSWY3DPEHPK3PXP', 'one')).not.toBe(encrypted)
    expect(cipher.decrypt(encrypted, 'another')).toBeNull()
    expect(createSecretCipher('another key').decrypt(encrypted, 'one')).toBeNull()
    expect(cipher.decrypt(`${encrypted.slice(0, -4)}AAAA`, 'one')).toBeNull()
    expect(cipher.decrypt('', 'one')).toBeNull()
  })

  test('decrypts secrets from before there was an encryption key, and encrypts only with the new key', () => {
    const former = createSecretCipher('the session key')
    const cipher = createSecretCipher('a key', 'the session key')
    expect(cipher.decrypt(former.encrypt('JBSWY3DPEHPK3PXP', 'one'), 'one')).toBe('JBSWY3DPEHPK3PXP')
    expect(former.decrypt(cipher.encrypt('JBSWY3DPEHPK3PXP', 'one'), 'one')).toBeNull()
  })
})
