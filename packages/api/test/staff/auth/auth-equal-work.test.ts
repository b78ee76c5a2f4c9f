import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Admin } from '../../../src/staff/auth/admin-entity.ts'
import { hashPassword, verifyPassword } from '../../../src/staff/auth/password.ts'
import { administrator } from '../../../testing/administrator.ts'
import { startTestApp, unknownId, type TestApp } from '../../../testing/test-app.ts'
import { newVisitor, refusal } from '../../../testing/visitor.ts'

vi.mock(import('../../../src/staff/auth/password.ts'), async (load) => {
  const real = await load()
  return { ...real, verifyPassword: vi.fn(real.verifyPassword) }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const passwordHash = await hashPassword('right')
  const disabled = {
    id: unknownId,
    username: 'disabled',
    passwordHash,
    createdAt: new Date(),
    disabledAt: new Date(),
  }
  await app.database.fork().insert(Admin, disabled)
})
afterAll(() => app.close())
beforeEach(() => vi.mocked(verifyPassword).mockClear())

// Time cannot be measured reliably on a busy machine, so the expensive operations are counted.
test.each([
  ['a wrong password', administrator.username, 'wrong'],
  ['an unknown name', 'nobody', 'wrong'],
  ['a disabled administrator', 'disabled', 'right'],
])('%s costs one hash and gets the same response', async (_, username, password) => {
  const error = await refusal(newVisitor(app).api.auth.login({ body: { username, password } }))
  expect(error.message).toBe('401: {"error":"Invalid credentials","code":"unauthenticated"}')
  const { calls } = vi.mocked(verifyPassword).mock
  expect(calls).toEqual([[password, expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)]])
})
