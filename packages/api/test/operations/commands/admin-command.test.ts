import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../src/staff/audit/audit-service.ts'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { changeAdmin, resetAdmin } from '../../../src/staff/auth/admin-service.ts'
import { runAdminCommand, parseAdminCommand } from '../../../src/operations/commands/admin-actions.ts'
import { openDatabase } from '../../../src/operations/database/open-database.ts'
import { administrator } from '../../../testing/administrator.ts'
import { codeOf } from '../../../testing/authenticator.ts'
import { createMigratedDatabase, testServerUrl } from '../../../testing/database-server.ts'
import { runSource } from '../../../testing/run-source.ts'
import { startServerProcess } from '../../../testing/server-process.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { logInAsAdmin, newVisitor, refusal } from '../../../testing/visitor.ts'

/** Runs `npm run admin -- ...` through the shell. */
const run = (env: Record<string, string>, ...args: string[]) =>
  runSource('operations/commands/admin-command.ts', args, env)

describe('npm run admin', () => {
  let dataDir = ''
  let env: Record<string, string> = {}
  let drop = async () => {}
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'priormark-admin-'))
    env = { DATA_DIR: dataDir }
    if (testServerUrl === null) return
    const made = await createMigratedDatabase(testServerUrl)
    env = { ...env, DATABASE_URL: made.url }
    drop = made.drop
  })
  afterAll(async () => {
    await drop()
    await rm(dataDir, { recursive: true })
  })

  test('adds, lists and resets; the printed password works', async () => {
    expect(await run(env, 'list')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^There is no administrator/),
    })
    const added = await run(env, 'add', 'Ada')
    expect(added.out).toMatch(/^Username {2}ada\nPassword {2}[\w-]{16}\nThe password is shown only once\.\n$/)
    expect(await run(env, 'add', 'ADA')).toEqual({
      code: 1,
      out: '',
      err: 'This username is taken\n',
    })
    const database = await openDatabase({ databaseUrl: env['DATABASE_URL'] ?? null, dataDir })
    await database.fork().nativeUpdate(Admin, { username: 'ada' }, { email: 'ada@example.org' })
    await database.close()
    const [, password = ''] = /Password {2}(\S+)/.exec((await run(env, 'reset', 'ada')).out) ?? []

    const server = await startServerProcess(env)
    const visitor = newVisitor(server)
    visitor.token = (await visitor.api.auth.login({ body: { username: 'ada', password } })).token
    const outbox = path.join(dataDir, 'outbox')
    await expect
      .poll(async () => (await readdir(outbox)).filter((name) => name.includes('password_reset')))
      .toHaveLength(1)
    const { entries } = await visitor.api.audit.list()
    const auditActions = entries
      .filter(({ actor }) => actor === 'shell')
      .map(({ action, subject }) => [action, subject])
    expect(auditActions).toEqual([
      ['admin.reset', 'ada'],
      ['admin.created', 'ada'],
    ])
    expect(JSON.stringify(entries)).not.toContain(password)

    const meanwhile = await run(env, 'list')
    if (testServerUrl === null) {
      expect(meanwhile).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^The data folder .* is in use by process \d+\. Stop it first, .*\.\n$/),
      })
    } else expect(meanwhile.code).toBe(0)
    await server.stop()
  })

  test('prints its usage for wrong arguments', async () => {
    const { code, err } = await run(env, 'dance', 'ada')
    expect([code, err.split('\n')[0]]).toEqual([1, 'Specify a command:'])
  })
})

describe('the arguments of npm run admin', () => {
  test.each([
    [],
    ['dance', 'ada'],
    ['add'],
    ['list', 'ada'],
    ['add', 'ada', 'bob'],
    ['add', 'ada', 'blog', 'orders'],
    ['role', 'ada'],
    ['disable', 'ada', 'blog'],
    ['constructor', 'ada'],
  ])('are wrong: %s %s %s %s', (...args) => expect(parseAdminCommand(args)).toBeNull())
})

describe('the actions of npm run admin', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test('add, change, disable and enable an administrator, and describe them', async () => {
    const jobs = { queue: app.parts.jobs, stop: async () => {} }
    const run = (...args: string[]) => {
      const command = parseAdminCommand(args)
      if (command === null) throw new Error(`wrong arguments: ${args.join(' ')}`)
      return runAdminCommand(command, app.database.fork(), async () => jobs)
    }
    expect(await run('add', 'Bo', 'orders')).toContain('Username  bo')
    expect(await run('role', 'bo', 'blog')).toEqual(['bo now has the role blog.'])
    expect(await run('disable', 'bo')).toEqual(['bo is disabled and logged out everywhere.'])
    const described = async () => (await run('list')).find((line) => line.startsWith('bo '))
    expect(await described()).toMatch(
      /^bo {2}blog {2}disabled {2}no two-step verification {2}no email address {2}since \d{4}-\d\d-\d\d$/,
    )
    await expect(run('disable', 'admin')).rejects.toThrow(
      'admin is the last enabled owner. Make someone else an owner first.',
    )
    expect(await run('enable', 'bo')).toEqual(['bo is enabled.'])
    expect(await described()).toContain('  enabled  ')
    const recorded = await app.database.fork().find(AuditEntry, { subject: 'bo', actor: 'shell' })
    expect(recorded.map(({ action }) => action).sort()).toEqual([
      'admin.created',
      'admin.disabled',
      'admin.enabled',
      'admin.role_changed',
    ])
  })
})

describe('administrators in the database', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test('disabling logs an administrator out, even after enabling again', async () => {
    const em = () => app.database.fork()
    const admin = await logInAsAdmin(app)
    await em().execute(
      `insert into admin (id, username, password_hash, created_at) values (gen_random_uuid(), 'second', 'x', now())`,
    )
    await changeAdmin(em(), { name: 'Admin' }, { isDisabled: true }, { actor: 'shell' })
    expect(await refusal(admin.api.auth.ping())).toMatchObject({ status: 401 })
    expect(await refusal(logInAsAdmin(app))).toMatchObject({ status: 401 })
    await changeAdmin(em(), { name: 'admin' }, { isDisabled: false }, { actor: 'shell' })
    expect(await refusal(admin.api.auth.ping())).toMatchObject({ status: 401 })
    expect((await logInAsAdmin(app)).token).toBeTruthy()
  })

  test('a reset removes the second factor and ends every session', async () => {
    const admin = await logInAsAdmin(app)
    const { secret } = await admin.api.account.beginSecondFactor({
      body: { password: administrator.password },
    })
    await admin.api.account.confirmSecondFactor({ body: { code: codeOf(secret) } })
    const { password } = await resetAdmin(app.database.fork(), app.parts.jobs, 'admin', 'shell')
    expect(await refusal(admin.api.auth.ping())).toMatchObject({ status: 401 })
    const visitor = newVisitor(app)
    visitor.token = (await visitor.api.auth.login({ body: { username: 'admin', password } })).token
    expect((await visitor.api.account.read()).secondFactor).toEqual({
      isOn: false,
      isRequired: false,
      recoveryCodesLeft: 0,
    })
  })

  test('of the last two disabled concurrently, one stays enabled', async () => {
    const { database } = app
    await database.fork().nativeUpdate(Admin, {}, { disabledAt: null })
    const outcomes = await Promise.allSettled([
      changeAdmin(database.fork(), { name: 'admin' }, { isDisabled: true }, { actor: 'shell' }),
      changeAdmin(database.fork(), { name: 'second' }, { isDisabled: true }, { actor: 'shell' }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await database.fork().count(Admin, { disabledAt: null })).toBe(1)
    expect(await database.fork().count(AuditEntry, { action: 'admin.disabled' })).toBe(2)
  })
})
