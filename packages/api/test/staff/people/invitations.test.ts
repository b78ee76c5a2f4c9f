import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { MailRejectedError } from '../../../src/platform/mail/mail-transport.ts'
import { startTestApp, unknownId, type TestApp } from '../../../testing/test-app.ts'
import { newAdmin, newStaff, newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'
import { approachExpiry, passTime, sendAccountMails } from './people-fixtures.ts'

let app: TestApp
let owner: Visitor
beforeAll(async () => {
  app = await startTestApp()
  owner = await newAdmin(app)
})
afterAll(() => app.close())

const newPassword = 'plum-orbit-lantern-seven'
let count = 0
const address = () => `invited-${(count += 1)}@example.org`

/** Invites someone, and returns the email's link. */
async function invited(role: 'owner' | 'orders' | 'blog' = 'blog', email = address()) {
  const { id } = await owner.api.people.invite({ body: { email, role } })
  const [mail] = await sendAccountMails(app)
  return { id, email, token: mail?.token ?? '', mail }
}

const accept = (token: string, username: string, password = newPassword) =>
  newVisitor(app).api.accountLinks.acceptInvitation({ body: { token, username, newPassword: password } })

const gone = { status: 404, code: 'not_found' }

describe('an invitation', () => {
  test('is emailed, listed, and adds a person with its role and address', async () => {
    const { email, token, mail } = await invited('orders', '  New.Person@Example.ORG ')
    expect(mail).toMatchObject({ to: { address: 'new.person@example.org' } })
    expect(mail?.text).toContain('https://priormark.example/admin/invitation#')
    const { invitations } = await owner.api.people.list()
    expect(invitations).toMatchObject([
      { email: 'new.person@example.org', role: 'orders', mail: 'sent', invitedBy: 'admin' },
    ])
    expect(await newVisitor(app).api.accountLinks.readInvitation({ body: { token } })).toMatchObject({
      role: 'orders',
      invitedBy: 'admin',
    })

    expect(await accept(token, 'Nina')).toEqual({ username: 'nina' })
    const nina = newVisitor(app)
    await nina.api.auth.login({ body: { username: 'nina', password: newPassword } })
    expect(await nina.api.auth.ping()).toMatchObject({ username: 'nina', role: 'orders' })
    const { people, invitations: left } = await owner.api.people.list()
    expect(left).toEqual([])
    expect(people.find(({ username }) => username === 'nina')).toMatchObject({
      email: email.trim().toLowerCase(),
      role: 'orders',
      isYou: false,
      isDisabled: false,
    })
  })

  test('asks writers for the name at their posts, and makes no author of the login name without one', async () => {
    const join = async (role: 'orders' | 'blog', username: string, authorName: string) => {
      const { token } = await invited(role)
      const { accountLinks, auth } = newVisitor(app).api
      await accountLinks.acceptInvitation({ body: { token, username, newPassword, authorName } })
      const visitor = Object.assign(
        newVisitor(app),
        await auth.login({ body: { username, password: newPassword } }),
      )
      return (await visitor.api.auth.ping()).authorId
    }
    const authorId = await join('blog', 'mia.koch@shop.example', ' Mia Koch ')
    expect(await owner.api.blog.authors()).toContainEqual(
      expect.objectContaining({ id: authorId, firstName: 'Mia Koch', username: 'mia-koch' }),
    )
    expect(await join('blog', 'quiet', '')).toBeUndefined()
    expect(await join('orders', 'seller', 'Seller')).toBeUndefined()
    expect((await owner.api.blog.authors()).map(({ id }) => id)).toEqual([1, authorId])
  })

  test('works once, also for two requests at once', async () => {
    const { token } = await invited()
    const outcomes = await Promise.allSettled([accept(token, 'twin-one'), accept(token, 'twin-two')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(accept(token, 'twin-three'))).toMatchObject(gone)
  })

  test('does not work after a week, once canceled, or with a changed link; a resent one has a new link', async () => {
    const { id, email, token } = await invited()
    await approachExpiry(app, '8 days')
    expect(await refusal(newVisitor(app).api.accountLinks.readInvitation({ body: { token } }))).toMatchObject(
      gone,
    )
    expect(await refusal(accept(token, 'late'))).toMatchObject(gone)
    await passTime(app, '2 minutes')
    await owner.api.people.resend({ params: { id } })
    const [again] = await sendAccountMails(app)
    expect(again?.to.address).toBe(email)
    const renewed = again?.token ?? ''
    const flipped = renewed.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    for (const wrong of ['', 'x', flipped, token, `${renewed.slice(0, 22)}${'A'.repeat(42)}`]) {
      expect(await refusal(accept(wrong, 'late'))).toMatchObject(gone)
    }
    await newVisitor(app).api.accountLinks.readInvitation({ body: { token: renewed } })
    await owner.api.people.cancel({ params: { id } })
    expect(await refusal(accept(renewed, 'late'))).toMatchObject(gone)
    expect(await refusal(owner.api.people.resend({ params: { id } }))).toMatchObject(gone)
  })

  test('sends one email for two clicks, and a second one only after a minute', async () => {
    const email = address()
    const click = () => owner.api.people.invite({ body: { email, role: 'blog' } })
    const [one, two] = await Promise.all([click(), click()])
    expect(one.id).toBe(two.id)
    const resend = () => owner.api.people.resend({ params: { id: one.id } })
    await resend()
    expect(await sendAccountMails(app)).toHaveLength(1)
    await passTime(app, '2 minutes')
    await Promise.all([resend(), resend()])
    expect(await sendAccountMails(app)).toHaveLength(1)
  })

  test('is rejected at its field for an address with an account or another invitation', async () => {
    const { email, token } = await invited('blog')
    const again = refusal(owner.api.people.invite({ body: { email, role: 'owner' } }))
    expect((await again).fields['email']?.[0]).toBe(
      `${email} is already invited. You can send the invitation again below.`,
    )
    await accept(token, 'known')
    const rejection = refusal(owner.api.people.invite({ body: { email: email.toUpperCase(), role: 'blog' } }))
    expect((await rejection).fields['email']?.[0]).toBe(`${email} already has an account: known`)
    expect(await sendAccountMails(app)).toEqual([])
  })

  test('is not used up by a taken name or a weak password, which are rejected at their fields', async () => {
    const { token } = await invited()
    expect((await refusal(accept(token, 'ADMIN'))).fields).toEqual({ username: ['This username is taken'] })
    expect((await refusal(accept(token, 'system'))).fields).toEqual({ username: ['This username is taken'] })
    expect((await refusal(accept(token, 'fine', 'fine-fine-fine'))).fields['newPassword']).toHaveLength(1)
    await accept(token, 'fine')
  })

  test('says that it was not delivered if the mail server rejects the address', async () => {
    const { id } = await owner.api.people.invite({ body: { email: address(), role: 'blog' } })
    await sendAccountMails(app, new MailRejectedError('550 no such mailbox', null))
    const { invitations } = await owner.api.people.list()
    expect(invitations.find((one) => one.id === id)?.mail).toBe('failed')
    expect((await owner.api.audit.list({ query: { search: 'admin.invited' } })).total).toBeGreaterThan(0)
  })
})

describe('the last enabled owner', () => {
  const idOf = async (username: string) => (await app.database.fork().findOneOrFail(Admin, { username })).id

  test('can be neither demoted nor disabled', async () => {
    const params = { id: await idOf('admin') }
    for (const body of [{ role: 'blog' }, { isDisabled: true }] as const) {
      expect(await refusal(owner.api.people.change({ params, body }))).toMatchObject({ status: 409 })
    }
  })

  test('remains when two owners demote each other at once', async () => {
    const other = await newStaff(app, 'owner')
    const [mine, theirs] = [await idOf('admin'), await idOf(other.username)]
    const outcomes = await Promise.allSettled([
      owner.api.people.change({ params: { id: theirs }, body: { role: 'blog' } }),
      other.api.people.change({ params: { id: mine }, body: { isDisabled: true } }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await app.database.fork().count(Admin, { role: 'owner', disabledAt: null })).toBe(1)
    await app.database.fork().nativeUpdate(Admin, { id: mine }, { disabledAt: null, role: 'owner' })
    owner = await newAdmin(app)
  })
})

test.each([{ isDisabled: true }, { role: 'orders' as const }])(
  'invitations of an owner who was renamed and is one no longer (%j) stop working',
  async (change) => {
    const dismissed = await newStaff(app, 'owner')
    const { people } = await owner.api.people.list()
    const person = people.find(({ username }) => username === dismissed.username)
    const params = { id: person?.id ?? '' }
    const rename = (ending: string) =>
      owner.api.people.change({ params, body: { username: dismissed.username + ending } })
    await rename('-x')
    const invitation = { body: { email: address(), role: 'owner' as const } }
    const { id } = await dismissed.api.people.invite(invitation)
    await rename('-y')
    const open = async () => (await owner.api.people.list()).invitations.find((one) => one.id === id)
    expect(await open()).toMatchObject({ invitedBy: `${dismissed.username}-y` })
    await owner.api.people.change({ params, body: change })
    expect(await open()).toBeUndefined()
  },
)

test('people are renamed, disabled and enabled, and only owners may do that', async () => {
  const writer = await newStaff(app, 'blog')
  const { people } = await owner.api.people.list()
  const params = { id: people.find(({ username }) => username === writer.username)?.id ?? '' }
  await owner.api.people.change({ params, body: { username: `${writer.username}-x` } })
  expect(await writer.api.auth.ping()).toMatchObject({ username: `${writer.username}-x` })
  expect(
    (await refusal(owner.api.people.change({ params, body: { username: 'admin' } }))).fields['username'],
  ).toHaveLength(1)
  await owner.api.people.change({ params, body: { isDisabled: true } })
  expect(await refusal(writer.api.auth.ping())).toMatchObject({ status: 401 })
  await owner.api.people.change({ params, body: { isDisabled: false } })
  await writer.api.auth.login({ body: { username: `${writer.username}-x`, password: writer.password } })
  expect(await refusal(owner.api.people.change({ params: { id: unknownId }, body: {} }))).toMatchObject(gone)
  const { entries } = await owner.api.audit.list({ query: { search: writer.username } })
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual(
    expect.arrayContaining([
      ['admin.renamed', writer.username],
      ['admin.disabled', null],
      ['admin.enabled', null],
    ]),
  )
})
