import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AuditEntry } from '../../src/audit/audit-entity.ts'
import { openEmptyDatabase } from '../../testing/database.ts'

test('an upgrade raises the version in entries of the audit log from before the default text counted as one', async () => {
  const database = await openEmptyDatabase()
  const log = (subject: string, action: string, detail: string) =>
    database
      .fork()
      .execute(
        `insert into audit_entry (id, at, actor, action, subject, detail) values (?, now(), 'ada', ?, ?, ?)`,
        [randomUUID(), action, subject, detail],
      )
  try {
    await database.migrate('Migration20261124161000_failed_refund_mails')
    await log('1', 'settings.legal_published', 'Terms, version 9')
    await log('2', 'settings.changed', 'Banner, version 9')
    await database.migrate('Migration20261124180000_legal_numbers')
    await log('3', 'settings.legal_published', 'Terms, version 11')
    await database.migrate()
    const entries = await database.fork().find(AuditEntry, {}, { orderBy: { subject: 'asc' } })
    expect(entries.map(({ detail }) => detail)).toEqual([
      'Terms, version 10',
      'Banner, version 9',
      'Terms, version 11',
    ])
  } finally {
    await database.close()
  }
})
