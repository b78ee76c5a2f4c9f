import Router from '@koa/router'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { AuditEntry } from '../../../src/staff/audit/audit-service.ts'
import { startTestApp, unknownId } from '../../../testing/test-app.ts'
import { logInAsAdmin, newVisitor } from '../../../testing/visitor.ts'
import { anchorsWith } from '../../../testing/anchoring-fixtures.ts'
import { accountCases } from './account-cases.ts'
import type { AuditCases } from './audit-case.ts'
import { blogCases } from './blog-cases.ts'
import { ordersCases } from './orders-cases.ts'
import { peopleCases } from './people-cases.ts'
import { settingsCases } from './settings-cases.ts'

const port = { kind: 'manual', advance: async () => undefined, retry: async () => undefined } as const
const app = await startTestApp({
  anchors: anchorsWith([port]),
  limits: { maxConcurrentUploads: 50, uploadsPerNetwork: 5, rateLimitFactor: 0 },
})
afterAll(() => app.close())

/** One case for every change that an administrator can make. */
const auditActions: AuditCases = {
  ...settingsCases,
  ...ordersCases,
  ...blogCases,
  ...accountCases,
  ...peopleCases,
}

/** Returns every administrator route that changes something, as listed by the router. */
async function changingAdminRoutes(): Promise<string[]> {
  const routers = createApp(app.parts).middleware.flatMap((middleware) =>
    'router' in middleware && middleware.router instanceof Router ? [middleware.router] : [],
  )
  const changes = routers
    .flatMap(({ stack }) => stack)
    .flatMap(({ methods, path }) => methods.map((method) => ({ method, path: String(path) })))
    .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
  const shut: string[] = []
  for (const { method, path } of changes) {
    const response = await newVisitor(app).fetch(path.replace(/:\w+/g, unknownId), { method })
    if (response.status === 401) shut.push(`${method} ${path}`)
  }
  return shut
}

/** Routes whose input does not fit an address, and that change nothing. */
const readingRoutes = [
  'POST /api/admin/health/checks',
  'POST /api/admin/settings/data/test',
  'POST /api/admin/settings/mail-preview',
  'POST /api/admin/settings/payments/test',
  'POST /api/admin/settings/recording/test',
]

test('covers every administrator route that changes something', async () => {
  const routes = (await changingAdminRoutes()).filter((route) => !readingRoutes.includes(route))
  expect(routes.sort()).toEqual(Object.keys(auditActions).sort())
})

describe('the audit log records', () => {
  // Each case logs in.
  beforeEach(() => app.database.fork().execute('delete from rate_limit'))

  test.each(Object.entries(auditActions))('%s', async (_, [action, act]) => {
    const admin = await logInAsAdmin(app)
    const count = () =>
      app.database.fork().count(AuditEntry, { action, actor: 'admin', address: '127.0.0.1' })
    const before = await count()
    await act(admin, app)
    expect(await count()).toBeGreaterThan(before)
  })
})
