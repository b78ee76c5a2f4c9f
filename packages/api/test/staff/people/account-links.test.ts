import { afterAll, describe, expect, test } from 'vitest'
import { AccountLink, Admin } from '../../../src/staff/auth/admin-entity.ts'
import { parseTrustedProxies } from '../../../src/platform/http/client-address.ts'
import { findHealthIssue } from '../../../testing/find-health-issue.ts'
import { codeOf } from '../../../testing/authenticator.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin, newStaff, newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'
import { approachExpiry, newStaffWithAddress, passTime, sendAccountMails } from './people-fixtures.ts'

// Requests come from one address.
const app = await startTestApp({
  limits: { maxConcurrentUploads: 5, uploadsPerNetwork: 5, rateLimitFactor: 0 },
})
const owner = await newAdmin(app)
afterAll(() => app.close())

const newPassword = 'plum-orbit-lantern-seven'
const gone = { status: 404, code: 'not_found' }

const withAddress = () => newStaffWithAddress(app)
const forgot = (email: string) => newVisitor(app).api.accountLinks.forgotPassword({ body: { email } })
const reset = (token: string, password = newPassword) =>
  newVisitor(app).api.accountLinks.resetPassword({ body: { token, newPassword: password } })
const logIn = (username: string, password: string, code?: string) =>
  newVisitor(app).api.auth.login({ body: { username, password, ...(code === undefined ? {} : { code }) } })

describe('a forgotten password', () => {
  test('is replaced by a link, which works once and ends every login', async () => {
    const person = await withAddress()
    await forgot(` ${person.email.toUpperCase()} `)
    const [mail] = await sendAccountMails(app)
    expect(mail).toMatchObject({ to: { address: person.email } })
    expect(mail?.text).toContain(person.username)
    const token = mail?.token ?? ''
    expect(await newVisitor(app).api.accountLinks.readPasswordReset({ body: { token } })).toEqual({
      username: person.username,
    })
    expect((await refusal(reset(token, 'aaaaaaaaaaaa'))).fields['newPassword']).toHaveLength(1)
    const outcomes = await Promise.allSettled([reset(token), reset(token)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(person.api.auth.ping())).toMatchObject({ status: 401 })
    expect(await refusal(logIn(person.username, person.password))).toMatchObject({ status: 401 })
    await logIn(person.username, newPassword)
    const { entries } = await owner.api.audit.list({ query: { actor: person.username } })
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.password_reset', 'account.password_reset_requested']),
    )
  })

  test('gets the same response and no email for an address that is unknown, not confirmed or disabled', async () => {
    const person = await withAddress()
    const response = await newVisitor(app).fetch('/api/admin/password-reset', {
      method: 'POST',
      body: JSON.stringify({ email: person.email }),
    })
    const otherResponse = await newVisitor(app).fetch('/api/admin/password-reset', {
      method: 'POST',
      body: JSON.stringify({ email: 'nobody@example.org' }),
    })
    expect([otherResponse.status, await otherResponse.text()]).toEqual([
      response.status,
      await response.text(),
    ])
    expect(await sendAccountMails(app)).toHaveLength(1)
    await app.database.fork().nativeUpdate(Admin, { username: person.username }, { disabledAt: new Date() })
    await forgot(person.email)
    expect(await sendAccountMails(app)).toEqual([])
  })

  test('still requires the code of two-step verification', async () => {
    const person = await withAddress()
    const { secret } = await person.api.account.beginSecondFactor({ body: { password: person.password } })
    await person.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
    await forgot(person.email)
    const [mail] = await sendAccountMails(app)
    await reset(mail?.token ?? '')
    expect(await refusal(logIn(person.username, newPassword))).toMatchObject({
      code: 'second_factor_required',
    })
  })

  test('does not work after an hour, or after a new address, another password, or being disabled', async () => {
    const person = await withAddress()
    const link = async () => {
      await app.database.fork().execute("delete from rate_limit where key like 'password-reset%'")
      await forgot(person.email)
      return (await sendAccountMails(app))[0]?.token ?? ''
    }
    const late = await link()
    await approachExpiry(app, '59 minutes')
    await newVisitor(app).api.accountLinks.readPasswordReset({ body: { token: late } })
    await approachExpiry(app, '2 minutes')
    expect(await refusal(reset(late))).toMatchObject(gone)
    await passTime(app, '2 minutes')
    const beforePassword = await link()
    await person.api.account.changePassword({ body: { currentPassword: person.password, newPassword } })
    expect(await refusal(reset(beforePassword))).toMatchObject(gone)
    const beforeAddress = await link()
    await person.api.account.changeEmail({ body: { email: `new-${person.email}`, password: newPassword } })
    const [confirmation] = await sendAccountMails(app)
    await newVisitor(app).api.accountLinks.confirmEmail({ body: { token: confirmation?.token ?? '' } })
    expect(await refusal(reset(beforeAddress))).toMatchObject(gone)
    // A link of one kind opens nothing of another.
    expect(await refusal(reset(confirmation?.token ?? ''))).toMatchObject(gone)
  })

  test('is replaced by a new link: an earlier one, even if it has expired, never works again', async () => {
    const person = await withAddress()
    const link = async () => {
      await forgot(person.email)
      return (await sendAccountMails(app))[0]?.token ?? ''
    }
    const first = await link()
    await approachExpiry(app, '61 minutes')
    await passTime(app, '2 minutes')
    const second = await link()
    expect(second).not.toBe(first)
    expect(
      await refusal(newVisitor(app).api.accountLinks.readPasswordReset({ body: { token: first } })),
    ).toMatchObject(gone)
    expect(await refusal(reset(first))).toMatchObject(gone)
    await reset(second)
  })

  test('is emailed once for two clicks', async () => {
    const person = await withAddress()
    await forgot(person.email)
    await forgot(person.email)
    expect(await sendAccountMails(app)).toHaveLength(1)
  })

  test('is emailed to a network or a browser of the person also after a stranger has used up the limit', async () => {
    const behind = await startTestApp(
      {
        trustedProxies: parseTrustedProxies('127.0.0.1') ?? 'none',
        stripeStandIn: null,
        limits: { maxConcurrentUploads: 5, uploadsPerNetwork: 5, rateLimitFactor: 0 },
      },
      { database: app.database },
    )
    try {
      const person = await withAddress()
      const from = (address: string) =>
        newVisitor(behind, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address })
      const atHome = from('192.0.2.10')
      await atHome.api.auth.login({ body: { username: person.username, password: person.password } })
      await atHome.api.auth.logout()
      const request = async (visitor: Visitor) => {
        await passTime(app, '2 minutes')
        await visitor.api.accountLinks.forgotPassword({ body: { email: person.email } })
        return sendAccountMails(behind)
      }
      const issue = () => findHealthIssue(app.database, 'resets_limited')
      const stranger = from('198.51.100.7')
      for (const times of [1, 2, 3]) expect(await request(stranger), `${times}`).toHaveLength(1)
      expect(await issue()).toBeUndefined()
      expect(await request(stranger)).toEqual([])
      expect(await issue()).toMatchObject({ title: expect.stringContaining(person.username) })

      expect(await request(from('192.0.2.200'))).toHaveLength(1)
      const traveling = from('203.0.113.9')
      for (const [name, value] of atHome.cookies) traveling.cookies.set(name, value)
      expect(await request(traveling)).toHaveLength(1)
      expect(await request(from('203.0.113.10'))).toEqual([])
      // A request in vain leaves the last link as it is.
      const { requestedAt } = await app.database
        .fork()
        .findOneOrFail(AccountLink, { kind: 'password', admin: { username: person.username } })
      expect(Date.now() - requestedAt.getTime()).toBeGreaterThan(100_000)
    } finally {
      await behind.close()
    }
  })

  test('is emailed three times a day at most, and to one network ten times an hour', async () => {
    const person = await withAddress()
    let sent = 0
    for (let request = 0; request < 4; request += 1) {
      await forgot(person.email)
      sent += (await sendAccountMails(app)).length
      await passTime(app, '2 minutes')
    }
    expect(sent).toBe(3)
    const limited = await startTestApp({}, { database: app.database })
    try {
      const ask = () =>
        newVisitor(limited).api.accountLinks.forgotPassword({ body: { email: 'nobody@example.org' } })
      for (let request = 0; request < 10; request += 1) await ask()
      expect(await refusal(ask())).toMatchObject({ status: 429 })
    } finally {
      await limited.close()
    }
  })
})

describe('an email address', () => {
  test('counts once its link was opened, and can be sent again or canceled', async () => {
    const person = await newStaff(app, 'blog')
    const email = `${person.username}@example.org`
    await person.api.account.changeEmail({ body: { email, password: person.password } })
    expect(await person.api.account.read()).toMatchObject({
      email: null,
      pendingEmail: { email, mail: 'queued' },
    })
    await person.api.account.resendEmail()
    const confirm = (token = '') => newVisitor(app).api.accountLinks.confirmEmail({ body: { token } })
    const [replaced, ...others] = await sendAccountMails(app)
    expect(others).toEqual([])
    await person.api.account.resendEmail()
    const [mail] = await sendAccountMails(app)
    expect(await refusal(confirm(replaced?.token))).toMatchObject(gone)
    await person.api.account.cancelEmail()
    expect(await refusal(confirm(mail?.token))).toMatchObject(gone)
    await person.api.account.changeEmail({ body: { email, password: person.password } })
    const [next] = await sendAccountMails(app)
    expect(await confirm(next?.token)).toEqual({ email })
    expect(await refusal(confirm(next?.token))).toMatchObject(gone)
    expect(await person.api.account.read()).toMatchObject({ email, pendingEmail: null })
    expect((await owner.api.people.list()).people.find((one) => one.email === email)?.username).toBe(
      person.username,
    )
  })

  test('requires the password, and is rejected at its field if someone has it', async () => {
    const [person, other] = [await newStaff(app, 'blog'), await withAddress()]
    const change = (email: string, password: string) =>
      refusal(person.api.account.changeEmail({ body: { email, password } }))
    expect((await change('me@example.org', 'wrong')).fields['password']).toHaveLength(1)
    expect((await change(other.email, person.password)).fields).toEqual({
      email: ['Another account has this address'],
    })
    expect(await sendAccountMails(app)).toEqual([])
  })

  test('of two people who confirm the same one, the second gets an error', async () => {
    const people = [await newStaff(app, 'blog'), await newStaff(app, 'blog')]
    for (const { api, password } of people)
      await api.account.changeEmail({ body: { email: 'both@example.org', password } })
    const [one, two] = await sendAccountMails(app)
    const confirm = (token = '') => newVisitor(app).api.accountLinks.confirmEmail({ body: { token } })
    await confirm(one?.token)
    expect(await refusal(confirm(two?.token))).toMatchObject({ status: 409 })
  })
})
