import { randomUUID } from 'node:crypto'
import { failedLoginDays } from '@priormark/core/platform/retention'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../src/staff/audit/audit-service.ts'
import { AccessToken } from '../../../src/staff/auth/admin-entity.ts'
import { createAdmin } from '../../../src/staff/auth/admin-service.ts'
import { sweepLogins } from '../../../src/staff/auth/sweep-logins.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('sweepLogins deletes expired logins and old failures, and keeps the others', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const em = database.fork()
  const admin = createAdmin(em, { username: 'ada', passwordHash: '-', role: 'owner', email: null })
  const [expired, valid] = [hoursAgo(1), hoursAgo(-1)].map((expiresAt, index) =>
    em.create(AccessToken, {
      id: randomUUID(),
      tokenHash: String(index).repeat(64),
      admin,
      createdAt: hoursAgo(2),
      expiresAt,
    }),
  )
  await em.flush()

  for (const [action, days] of [
    ['login.failed', failedLoginDays + 1],
    ['login.code_failed', failedLoginDays + 1],
    ['login.code_asked', failedLoginDays + 1],
    ['account.password_reset_requested', failedLoginDays + 1],
    ['login.failed', failedLoginDays - 1],
    ['login', failedLoginDays + 1],
  ] as const) {
    const at = new Date(Date.now() - days * 86_400_000)
    em.create(AuditEntry, {
      id: randomUUID(),
      at,
      actor: 'ada',
      action,
      address: '203.0.113.9',
      searchText: '',
    })
  }
  await em.flush()

  const swept = { accessTokens: 1, accountLinks: 0, failedLogins: 4 }
  expect(await sweepLogins({ database, log })).toEqual(swept)
  const left = await database.fork().find(AccessToken, {})
  expect(left.map(({ id }) => id)).toEqual([valid?.id])
  expect(left.map(({ id }) => id)).not.toContain(expired?.id)
  const kept = await database.fork().find(AuditEntry, {}, { orderBy: { at: 'asc' } })
  expect(kept.map(({ action }) => action)).toEqual(['login', 'login.failed'])
  expect(lines).toMatchObject([swept])
})
