import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { hashPassword } from '../../../src/staff/auth/password.ts'
import { sha256Hex } from '../../../src/platform/sha256.ts'
import { administrator } from '../../../testing/administrator.ts'
import { startTestApp, unknownId } from '../../../testing/test-app.ts'
import { logInAsAdmin, newVisitor, refusal, type Visitor } from '../../../testing/visitor.ts'

const app = await startTestApp({ adminIdleHours: 72 })
afterAll(() => app.close())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const goodPassword = 'plum-orbit-lantern-51'

describe('the password', () => {
  test('can be changed by anyone who knows it, which ends all other logins', async () => {
    const [here, elsewhere] = [await logInAsAdmin(app), await logInAsAdmin(app)]
    const change = (newPassword: string, currentPassword: string) =>
      here.api.account.changePassword({ body: { currentPassword, newPassword } })
    const { endedLogins } = await change(goodPassword, administrator.password)
    expect(endedLogins).toBeGreaterThanOrEqual(1)
    expect(await refusal(elsewhere.api.auth.ping())).toMatchObject({ status: 401 })
    expect(await here.api.auth.ping()).toMatchObject({ username: 'admin' })
    const login = (password: string) =>
      newVisitor(app).api.auth.login({ body: { username: 'admin', password } })
    expect(await refusal(login(administrator.password))).toMatchObject({ status: 401 })
    expect((await login(goodPassword)).token).toBeTruthy()
    await change(administrator.password, goodPassword)
  })

  test.each([
    ['short', 'Use at least 12 characters'],
    ['passwordpassword', 'This password is easy to guess. Use several unrelated words.'],
    ['qwertyuiop123456', 'This password is easy to guess. Use several unrelated words.'],
    ['administrator1', 'This password is easy to guess. Use several unrelated words.'],
    ['priormarkadmin', 'This password is easy to guess. Use several unrelated words.'],
    ['111111111111111', 'This password is easy to guess. Use several unrelated words.'],
    [administrator.password, 'This is already your password'],
  ])('may not be %s', async (newPassword, message) => {
    const admin = await logInAsAdmin(app)
    const body = { currentPassword: administrator.password, newPassword }
    expect(await refusal(admin.api.account.changePassword({ body }))).toMatchObject({
      status: 400,
      fields: { newPassword: [message] },
    })
  })

  test('cannot be guessed in an unlocked browser', async () => {
    const admin = await logInAsAdmin(app)
    const body = { currentPassword: 'wrong', newPassword: goodPassword }
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await refusal(admin.api.account.changePassword({ body }))).toMatchObject({
        status: 400,
        fields: { currentPassword: ['That isn’t your current password'] },
      })
    }
    expect(await refusal(admin.api.account.changePassword({ body }))).toMatchObject({ status: 429 })
    await app.database.fork().execute('delete from rate_limit')
  })

  test('is rehashed at login if its hash used weaker parameters', async () => {
    const em = app.database.fork()
    const nonce = randomBytes(16)
    const parameters = {
      message: administrator.password,
      nonce,
      memory: 8_192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    }
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const cheap = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(argon2Sync('argon2id', parameters))}`
    await em.nativeUpdate(Admin, { username: 'admin' }, { passwordHash: cheap })
    await logInAsAdmin(app)
    const { passwordHash } = await app.database.fork().findOneOrFail(Admin, { username: 'admin' })
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logInAsAdmin(app)).token).toBeTruthy()
  })
})

describe('the logins', () => {
  test('are listed with client and shortened network, and never with the token', async () => {
    const admin = newVisitor(app, { 'sec-fetch-site': 'same-origin', 'user-agent': firefox })
    admin.token = (await admin.api.auth.login({ body: administrator })).token
    const { logins, username } = await admin.api.account.read()
    expect(username).toBe('admin')
    expect(logins.filter(({ isCurrent }) => isCurrent)).toEqual([
      expect.objectContaining({ client: 'Firefox on Windows', network: '127.0.0.*' }),
    ])
  })

  test.each([
    [firefox, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Priormark/0.1.0 Chrome/146.0.0.0 Electron/45.4.1 Safari/537.36',
      'Desktop app on Linux',
    ],
    ['curl/8.5.0', null],
    ['', null],
  ])('are described: %s as %s', async (userAgent, words) => {
    const admin = newVisitor(app, { 'sec-fetch-site': 'same-origin', 'user-agent': userAgent })
    admin.token = (await admin.api.auth.login({ body: administrator })).token
    const { logins } = await admin.api.account.read()
    expect(logins.find(({ isCurrent }) => isCurrent)?.client).toBe(words)
  })

  test('show when each was last used', async () => {
    const admin = await logInAsAdmin(app)
    const age = "created_at = now() - interval '3 days', last_used_at = now() - interval '2 days'"
    await app.database.fork().execute(`update access_token set ${age}`)
    await admin.api.auth.ping()
    const { logins } = await admin.api.account.read()
    const days = (iso: string) => Math.round((Date.now() - Date.parse(iso)) / 86_400_000)
    expect(
      logins.filter(({ lastUsedAt }) => days(lastUsedAt) === 0).map(({ isCurrent }) => isCurrent),
    ).toEqual([true])
    expect(days(logins.find(({ isCurrent }) => isCurrent)?.createdAt ?? '')).toBe(3)
  })

  test('can be ended one by one, but only one’s own', async () => {
    const [here, elsewhere] = [await logInAsAdmin(app), await logInAsAdmin(app)]
    const theirs = (await elsewhere.api.account.read()).logins.find(({ isCurrent }) => isCurrent)?.id ?? ''
    await here.api.account.endLogin({ params: { id: theirs } })
    expect(await refusal(elsewhere.api.auth.ping())).toMatchObject({ status: 401 })
    expect(await refusal(here.api.account.endLogin({ params: { id: theirs } }))).toMatchObject({
      status: 404,
    })
    expect(await refusal(here.api.account.endLogin({ params: { id: unknownId } }))).toMatchObject({
      status: 404,
    })

    const other = {
      id: unknownId,
      username: 'other',
      passwordHash: await hashPassword('x'),
      createdAt: new Date(),
    }
    await app.database.fork().insert(Admin, other)
    const stranger = newVisitor(app)
    stranger.token = (await stranger.api.auth.login({ body: { username: 'other', password: 'x' } })).token
    const mine = (await here.api.account.read()).logins.find(({ isCurrent }) => isCurrent)?.id ?? ''
    expect(await refusal(stranger.api.account.endLogin({ params: { id: mine } }))).toMatchObject({
      status: 404,
    })
    expect((await stranger.api.account.read()).logins).toHaveLength(1)
    expect(await here.api.auth.ping()).toMatchObject({ username: 'admin' })
  })

  test('can be ended all at once, except the current one', async () => {
    const [here, one, two] = [await logInAsAdmin(app), await logInAsAdmin(app), await logInAsAdmin(app)]
    expect((await here.api.account.endOtherLogins()).endedLogins).toBeGreaterThanOrEqual(2)
    for (const ended of [one, two])
      expect(await refusal(ended.api.auth.ping())).toMatchObject({ status: 401 })
    expect((await here.api.account.read()).logins).toHaveLength(1)
  })

  test('are replaced when the same browser logs in again', async () => {
    const browser = newVisitor(app)
    const { token: former } = await browser.api.auth.login({ body: administrator })
    const cookie = browser.cookies.get('priormark')
    const { token } = await browser.api.auth.login({ body: administrator })
    expect(token).not.toBe(former)
    expect(browser.cookies.get('priormark')).not.toBe(cookie)
    const thief = newVisitor(app)
    thief.token = former
    expect(await refusal(thief.api.auth.ping())).toMatchObject({ status: 401 })
    expect(await browser.api.auth.check()).toMatchObject({ username: 'admin' })
  })

  test('cannot be fixed by a cookie from before the login', async () => {
    const attacker = newVisitor(app)
    await attacker.upload('la la la')
    const victim = newVisitor(app)
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
    await victim.api.auth.login({ body: administrator })
    expect(await refusal(attacker.api.auth.check())).toMatchObject({ status: 401 })
  })
})

describe('an attacker who uses up the attempts of an account', () => {
  afterEach(() => app.database.fork().execute('delete from rate_limit'))

  const moveLogins = () => app.database.fork().execute("update access_token set network = '203.0.113.*'")
  const useUp = () =>
    app.database.fork().execute(
      `insert into rate_limit (key, hits, window_ends_at) values (?, 200, now() + interval '15 minutes')
       on conflict (key) do update set hits = 200`,
      [`login:account:${sha256Hex(administrator.username)}`],
    )

  test('does not lock out networks that it is logged in from', async () => {
    await logInAsAdmin(app)
    await useUp()
    expect((await logInAsAdmin(app)).token).toBeTruthy()
    await useUp()
    await moveLogins()
    expect(await refusal(logInAsAdmin(app))).toMatchObject({ status: 429 })
  })

  test('does not lock out networks that it logged out from', async () => {
    await moveLogins()
    await (await logInAsAdmin(app)).api.auth.logout()
    await useUp()
    expect((await logInAsAdmin(app)).token).toBeTruthy()
  })

  test.each<[string, (here: Visitor, theirs: string) => Promise<unknown>]>([
    ['alone', (here, id) => here.api.account.endLogin({ params: { id } })],
    ['with all others', (here) => here.api.account.endOtherLogins()],
  ])('locks out the network of a login that another login ended, %s', async (_title, end) => {
    const here = await logInAsAdmin(app)
    await moveLogins()
    const elsewhere = await logInAsAdmin(app)
    const theirs = (await elsewhere.api.account.read()).logins.find(({ isCurrent }) => isCurrent)?.id ?? ''
    await end(here, theirs)
    await useUp()
    expect(await refusal(logInAsAdmin(app))).toMatchObject({ status: 429 })
  })
})
