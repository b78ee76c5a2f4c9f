import { isAllowed, roles, type Role } from '@priormark/core/platform/roles'
import { endpointPath } from '@priormark/core/platform/http/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAdmin } from '../../../src/staff/auth/admin-service.ts'
import { callName, everyEndpoint } from '../../../testing/every-endpoint.ts'
import { startTestApp, unknownId, type TestApp } from '../../../testing/test-app.ts'
import { newStaff, refusal, type Visitor } from '../../../testing/visitor.ts'

let app: TestApp
const people = {} as Record<Role, Visitor>
beforeAll(async () => {
  app = await startTestApp()
  for (const role of roles) people[role] = await newStaff(app, role)
})
afterAll(() => app.close())

const endpoints = await everyEndpoint()
const staffCalls = endpoints.filter(({ access }) => access !== 'public')

test('each call of the admin belongs to the role that it is meant for', () => {
  const namesOf = (access: string) =>
    staffCalls
      .filter((spec) => spec.access === access)
      .map(callName)
      .sort()
  expect({
    login: namesOf('login'),
    owner: namesOf('owner'),
    orders: namesOf('orders'),
    blog: namesOf('blog'),
  }).toMatchInlineSnapshot(`
    {
      "blog": [
        "DELETE /api/admin/blog/authors/:id",
        "DELETE /api/admin/blog/images/:name",
        "DELETE /api/admin/blog/posts/:id",
        "DELETE /api/admin/blog/topics/:id",
        "GET /api/admin/auth-test",
        "GET /api/admin/blog/authors",
        "GET /api/admin/blog/changes",
        "GET /api/admin/blog/images",
        "GET /api/admin/blog/images/:name/posts",
        "GET /api/admin/blog/posts",
        "GET /api/admin/blog/posts/:id",
        "GET /api/admin/blog/posts/:id/revisions",
        "GET /api/admin/blog/posts/:id/revisions/:revisionId",
        "GET /api/admin/blog/posts/:id/views",
        "GET /api/admin/blog/topics",
        "GET /api/admin/blog/views",
        "GET /api/admin/settings/promo",
        "POST /api/admin/blog/authors",
        "POST /api/admin/blog/posts",
        "POST /api/admin/blog/posts/:id/preview",
        "POST /api/admin/blog/posts/:id/revisions/:revisionId/restore",
        "POST /api/admin/blog/upload-image",
        "PUT /api/admin/blog/authors/:id",
        "PUT /api/admin/blog/own-author",
        "PUT /api/admin/blog/posts/:id",
        "PUT /api/admin/blog/posts/:id/revisions/:revisionId",
        "PUT /api/admin/blog/topics/:id",
      ],
      "login": [
        "DELETE /api/admin/account/email",
        "DELETE /api/admin/account/logins/:id",
        "GET /api/admin/account",
        "GET /api/admin/direct/ping",
        "GET /api/auth/check",
        "POST /api/admin/account/email",
        "POST /api/admin/account/email/resend",
        "POST /api/admin/account/logins/end-others",
        "POST /api/admin/account/password",
        "POST /api/admin/account/recovery-codes",
        "POST /api/admin/account/second-factor",
        "POST /api/admin/account/second-factor/confirm",
        "POST /api/admin/account/second-factor/end",
      ],
      "orders": [
        "GET /api/admin/anchors",
        "GET /api/admin/direct/orders",
        "GET /api/admin/order-counts",
        "GET /api/admin/order-news",
        "GET /api/admin/orders.csv",
        "GET /api/admin/orders/:id",
        "GET /api/admin/orders/:id/anchors",
        "GET /api/admin/orders/:id/customer",
        "GET /api/admin/orders/:id/customer-view",
        "GET /api/admin/orders/:id/customer.zip",
        "GET /api/admin/orders/:id/file",
        "GET /api/admin/orders/:id/payment",
        "GET /api/admin/orders/:id/record-code",
        "GET /api/admin/orders/:id/timeline",
        "GET /api/admin/overview",
        "GET /api/admin/statements/:period",
        "GET /api/admin/statements/:period/statement.csv",
        "GET /api/admin/statements/:period/statement.pdf",
        "PATCH /api/admin/orders/:id",
        "POST /api/admin/anchors/:id/link",
        "POST /api/admin/anchors/:id/retry",
        "POST /api/admin/anchors/seal",
        "POST /api/admin/orders/:id/customer-link",
        "POST /api/admin/orders/:id/customer/erase",
        "POST /api/admin/orders/:id/mails/:kind/resend",
        "POST /api/admin/orders/:id/notes",
        "POST /api/admin/orders/:id/refunds",
      ],
      "owner": [
        "DELETE /api/admin/people/:id/second-factor",
        "DELETE /api/admin/people/invitations/:id",
        "GET /api/admin/audit",
        "GET /api/admin/backups",
        "GET /api/admin/health",
        "GET /api/admin/opening",
        "GET /api/admin/people",
        "GET /api/admin/settings",
        "GET /api/admin/settings/legal/:document",
        "PATCH /api/admin/people/:id",
        "POST /api/admin/backups",
        "POST /api/admin/direct/service-price",
        "POST /api/admin/health/checks",
        "POST /api/admin/mails/:id/send-again",
        "POST /api/admin/people/invitations",
        "POST /api/admin/people/invitations/:id/resend",
        "POST /api/admin/settings/data/test",
        "POST /api/admin/settings/legal/:document",
        "POST /api/admin/settings/mail-preview",
        "POST /api/admin/settings/mail-server/test",
        "POST /api/admin/settings/mail-test",
        "POST /api/admin/settings/payments/test",
        "POST /api/admin/settings/recording/test",
        "PUT /api/admin/opening/legal",
        "PUT /api/admin/people/second-factor",
        "PUT /api/admin/settings/backup",
        "PUT /api/admin/settings/business",
        "PUT /api/admin/settings/data",
        "PUT /api/admin/settings/mail",
        "PUT /api/admin/settings/mail-server",
        "PUT /api/admin/settings/payments",
        "PUT /api/admin/settings/recording",
        "PUT /api/admin/settings/shop",
        "PUT /api/admin/settings/time-zone",
      ],
    }
  `)
})

describe.each(roles)('the role %s', (role) => {
  test.each(staffCalls.map((spec) => [callName(spec), spec] as const))('%s', async (_, spec) => {
    const { token, fetch } = people[role]
    // Neither a body nor an existing subject: only whether the role is checked first.
    const path = endpointPath(spec, {
      params: {
        id: unknownId,
        revisionId: unknownId,
        name: 'a.webp',
        kind: 'confirmation',
        document: 'terms',
        period: '2026-10',
      },
    })
    const response = await fetch(path, {
      method: spec.method,
      headers: { authorization: `Bearer ${token ?? ''}` },
    })
    const body = (await response.json().catch(() => null)) as { code?: string } | null
    const isRejected =
      typeof body === 'object' && body !== null && 'code' in body && body.code === 'role_required'
    expect(isRejected).toBe(spec.access !== 'public' && !isAllowed(role, spec.access))
    if (isRejected) expect(response.status).toBe(403)
  })
})

test('a new role applies to open sessions at once, and disabling ends them', async () => {
  const writer = await newStaff(app, 'blog')
  const change = (what: Parameters<typeof changeAdmin>[2]) =>
    changeAdmin(app.database.fork(), { name: writer.username }, what, { actor: 'shell' })
  await writer.api.blog.topics()
  await change({ role: 'orders' })
  expect(await refusal(writer.api.blog.topics())).toMatchObject({ status: 403, code: 'role_required' })
  await writer.api.orders.counts()
  expect(await writer.api.auth.ping()).toMatchObject({ username: writer.username, role: 'orders' })
  await change({ isDisabled: true })
  expect(await refusal(writer.api.orders.counts())).toMatchObject({ status: 401 })
})

test('someone who is renamed keeps their original username, which no other account can take', async () => {
  const [one, other] = [await newStaff(app, 'blog'), await newStaff(app, 'blog')]
  const rename = (name: string, username: string) =>
    changeAdmin(app.database.fork(), { name }, { username }, { actor: 'shell' })
  await rename(one.username, `${one.username}-new`)
  await rename(`${one.username}-new`, `${one.username}-newer`)
  expect(await one.api.auth.ping()).toMatchObject({
    username: `${one.username}-newer`,
    originalUsername: one.username,
  })
  for (const taken of [one.username, `${one.username}-newer`, 'shell']) {
    await expect(rename(other.username, taken)).rejects.toMatchObject({
      fields: { username: ['This username is taken'] },
    })
  }
  await rename(`${one.username}-newer`, one.username)
  expect(await one.api.auth.ping()).toMatchObject({ username: one.username })
})
