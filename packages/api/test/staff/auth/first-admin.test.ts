import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createMigratedDatabase, testServerUrl } from '../../../testing/database-server.ts'
import { startServerProcess } from '../../../testing/server-process.ts'
import { newVisitor } from '../../../testing/visitor.ts'

/** Returns what a first start prints, and whether the password works. */
async function firstStart(
  env: Record<string, string>,
  passwordOf: (printed: string) => string,
): Promise<{ printed: string; username: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-first-'))
  const database = testServerUrl === null ? null : await createMigratedDatabase(testServerUrl)
  const place = database === null ? {} : { DATABASE_URL: database.url }
  const server = await startServerProcess({ DATA_DIR: dataDir, ...place, ...env })
  try {
    const visitor = newVisitor(server)
    const body = { username: 'owner', password: passwordOf(server.output()) }
    visitor.token = (await visitor.api.auth.login({ body })).token
    return { printed: server.output(), username: (await visitor.api.auth.ping()).username }
  } finally {
    await server.stop()
    await database?.drop()
    await rm(dataDir, { recursive: true })
  }
}

test('the first start prints a random password, which opens the admin', async () => {
  const { username } = await firstStart(
    { ADMIN_USERNAME: 'Owner' },
    (printed) => /Password {2}([\w-]{16})\n/.exec(printed)?.[1] ?? '',
  )
  expect(username).toBe('owner')
})

test('a password from the environment opens the admin, and is not printed to the log', async () => {
  const password = 'plum-orbit-lantern-51'
  const env = { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: password }
  const { printed } = await firstStart(env, () => password)
  expect(printed).toContain('Site')
  expect(printed).not.toMatch(/plum-orbit|Password/)
})
