import { afterAll, describe, expect, test } from 'vitest'
import { resetAdmin } from '../../../src/staff/auth/admin-service.ts'
import { codeOf } from '../../../testing/authenticator.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { newAdmin, newStaff, newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'
import { newStaffWithAddress, sendAccountMails, sendNotices } from './people-fixtures.ts'

// Requests come from one address.
const app = await startTestApp({
  limits: { maxConcurrentUploads: 5, uploadsPerNetwork: 5, rateLimitFactor: 0 },
})
const owner = await newAdmin(app)
afterAll(() => app.close())

const newPassword = 'plum-orbit-lantern-seven'
const logIn = (username: string, password: string) =>
  newVisitor(app).api.auth.login({ body: { username, password } })

describe('a change of an account', () => {
  const notices = async () => (await sendNotices(app)).map(({ to, subject }) => [to.address, subject])

  test('is emailed to the address that it had before', async () => {
    const person = await newStaffWithAddress(app)
    await person.api.account.changePassword({ body: { currentPassword: person.password, newPassword } })
    expect(await notices()).toEqual([[person.email, 'Your password at Priormark was changed']])
    await newVisitor(app).api.accountLinks.forgotPassword({ body: { email: person.email } })
    const [link] = await sendAccountMails(app)
    await newVisitor(app).api.accountLinks.resetPassword({
      body: { token: link?.token ?? '', newPassword: person.password },
    })
    const [notice] = await sendNotices(app)
    expect(notice).toMatchObject({
      to: { address: person.email },
      subject: 'Your password at Priormark was reset',
      text: expect.stringMatching(/You were logged out everywhere\.[^]*Ask an owner of the shop/),
    })

    await logIn(person.username, person.password).then(({ token }) => (person.token = token))
    const email = `other-${person.email}`
    await person.api.account.changeEmail({ body: { email, password: person.password } })
    const [confirmation] = await sendAccountMails(app)
    await newVisitor(app).api.accountLinks.confirmEmail({ body: { token: confirmation?.token ?? '' } })
    expect(await notices()).toEqual([[person.email, 'Your email address at Priormark was changed']])
  })

  test('by the shell is emailed too, and tells an owner what to do without another one', async () => {
    const person = await newStaffWithAddress(app, 'owner')
    const { secret } = await person.api.account.beginSecondFactor({ body: { password: person.password } })
    await person.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
    await resetAdmin(app.database.fork(), app.parts.jobs, person.username, 'shell')
    const mails = await sendNotices(app)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your password at Priormark was reset',
      'Two-step verification at Priormark was turned off',
    ])
    for (const { text } of mails)
      expect(text).toMatch(/Someone with access to the server [^]*Log in and choose a new password/)
  })

  test('is not emailed without a confirmed address, as for the first one', async () => {
    const person = await newStaff(app, 'blog')
    const email = `${person.username}@example.org`
    await person.api.account.changeEmail({ body: { email, password: person.password } })
    const [confirmation] = await sendAccountMails(app)
    await newVisitor(app).api.accountLinks.confirmEmail({ body: { token: confirmation?.token ?? '' } })
    expect(await notices()).toEqual([])
  })

  test('an owner turns off lost two-step verification of others, who get an email; not their own', async () => {
    const person = await newStaffWithAddress(app)
    const { secret } = await person.api.account.beginSecondFactor({ body: { password: person.password } })
    await person.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
    const { people } = await owner.api.people.list()
    const idOf = (name: string) => people.find(({ username }) => username === name)?.id ?? ''
    const turnOff = (by: Visitor, name: string) =>
      by.api.people.endSecondFactor({ params: { id: idOf(name) } })
    expect(await refusal(turnOff(person, 'admin'))).toMatchObject({ status: 403 })
    expect(await refusal(turnOff(owner, 'admin'))).toMatchObject({ status: 409 })
    await turnOff(owner, person.username)
    await turnOff(owner, person.username)
    expect(await notices()).toEqual([[person.email, 'Two-step verification at Priormark was turned off']])
    await logIn(person.username, person.password)
    const { entries } = await owner.api.audit.list({ query: { search: 'admin.second_factor_off' } })
    expect(entries.map(({ actor, subject }) => [actor, subject])).toEqual([['admin', person.username]])
  })
})

describe('required two-step verification', () => {
  test('lets people do nothing but set it up, and cannot be turned off by them', async () => {
    const writer = await newStaff(app, 'blog')
    const require = (by: Visitor, isRequired: boolean) =>
      by.api.people.requireSecondFactor({ body: { isRequired } })
    expect(await refusal(require(owner, true))).toMatchObject({ status: 409 })
    const setUp = async (person: Visitor, password: string) => {
      const { secret } = await person.api.account.beginSecondFactor({ body: { password } })
      return (await person.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })).recoveryCodes
    }
    const lead = await newStaff(app, 'owner')
    await setUp(lead, lead.password)
    await require(lead, true)
    expect(await refusal(writer.api.blog.topics())).toMatchObject({
      status: 403,
      code: 'second_factor_setup_required',
    })
    expect(await writer.api.auth.ping()).toMatchObject({ needsSecondFactor: true })
    const [code = ''] = await setUp(writer, writer.password)
    await writer.api.blog.topics()
    expect(await writer.api.auth.ping()).toMatchObject({ needsSecondFactor: false })
    expect(await writer.api.account.read()).toMatchObject({ secondFactor: { isOn: true, isRequired: true } })
    expect(
      await refusal(writer.api.account.endSecondFactor({ body: { password: writer.password, code } })),
    ).toMatchObject({ status: 409 })
    await require(lead, false)
    await writer.api.account.endSecondFactor({ body: { password: writer.password, code } })
    await owner.api.audit
      .list({ query: { search: 'two_step' } })
      .then(({ entries }) =>
        expect(entries.map(({ action }) => action)).toEqual([
          'admin.two_step_optional',
          'admin.two_step_required',
        ]),
      )
  })
})
