import { afterEach, beforeEach, expect, test } from 'vitest'
import { countHit, sweepRateLimits } from '../../src/http/rate-limit.ts'
import type { Database } from '../../src/sql/database.ts'
import { openTestDatabase } from '../../testing/database.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

test('sweepRateLimits deletes the counters whose window has passed, and keeps the others', async () => {
  const em = database.fork()
  await countHit(em, 'passed', { hits: 5, windowSeconds: -1 })
  await countHit(em, 'counting', { hits: 5, windowSeconds: 600 })
  expect(await sweepRateLimits(em)).toBe(1)
  expect(await em.execute('select key from rate_limit')).toEqual([{ key: 'counting' }])
})
