import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AccountLink } from '../../src/auth/account-link-entity.ts'
import { Admin } from '../../src/auth/admin-entity.ts'
import { PostRevision } from '../../src/blog/post-revision-entity.ts'
import { openEmptyDatabase } from '../../testing/database.ts'

const hash = 'ab'.repeat(32)
const at = new Date('2026-11-22T23:00:00Z')

test('an upgrade finds who sent invitations, and drops those of names that are gone', async () => {
  const database = await openEmptyDatabase()
  try {
    await database.migrate('Migration20261124180000_legal_numbers')
    const before = database.fork()
    const inviter = randomUUID()
    await before.execute(
      `insert into admin (id, username, local_name, role, password_hash, created_at) values (?, 'ada', 'bo', 'owner', ?, ?)`,
      [inviter, hash, at],
    )
    for (const by of ['ada', 'bo', 'cy']) {
      await before.execute(
        `insert into account_link (id, kind, email, role, invited_by, created_at, requested_at, expires_at)
         values (?, 'invitation', ?, 'blog', ?, ?, ?, ?)`,
        [randomUUID(), `for-${by}@example.org`, by, at, at, at],
      )
    }
    await database.migrate()
    expect(await database.fork().find(AccountLink, {}, { orderBy: { email: 'asc' } })).toMatchObject([
      { email: 'for-ada@example.org', inviter: { id: inviter } },
      { email: 'for-bo@example.org', inviter: { id: inviter } },
    ])
  } finally {
    await database.close()
  }
})

test('an upgrade makes all administrators owners, who keep their state and their autosaves', async () => {
  const database = await openEmptyDatabase()
  try {
    await database.migrate('Migration20261123100100_legal_versions')
    const [ada, bo] = [randomUUID(), randomUUID()]
    const before = database.fork()
    for (const [id, username, disabledAt] of [
      [ada, 'ada', null],
      [bo, 'bo', at],
    ] as const) {
      await before.execute(
        'insert into admin (id, username, password_hash, created_at, disabled_at) values (?, ?, ?, ?, ?)',
        [id, username, hash, at, disabledAt],
      )
      await before.execute(
        `insert into blog_revision (id, post_id, kind, at, "by", title, word_count, fields)
         values (?, ?, 'autosave', ?, ?, 'Draft', 1, '{}')`,
        [randomUUID(), randomUUID(), at, username],
      )
    }

    await database.migrate()

    const after = database.fork()
    expect(await after.find(Admin, {}, { orderBy: { username: 'asc' } })).toMatchObject([
      { id: ada, username: 'ada', role: 'owner', email: null, localName: null, disabledAt: null },
      { id: bo, username: 'bo', role: 'owner', email: null, localName: null, disabledAt: at },
    ])
    expect(await after.find(PostRevision, {}, { orderBy: { by: 'asc' } })).toMatchObject([
      { by: 'ada', byId: ada },
      { by: 'bo', byId: bo },
    ])
    // The address and the role have their rules.
    await expect(after.nativeUpdate(Admin, {}, { email: 'one@example.org' })).rejects.toThrow()
    await expect(after.execute("update admin set role = 'guest'")).rejects.toThrow()
  } finally {
    await database.close()
  }
})
