import { createServerWatch } from '@priormark/core/platform/http/server-watch'
import { expect, test } from 'vitest'

test('a response that was on its way when the server was lost does not count as a sign that it is back', () => {
  const server = createServerWatch(async () => false)
  const states: boolean[] = []
  server.watch((lost) => states.push(lost !== null))
  const noteEarly = server.begin()
  server.noteLost('/api/admin/orders', null)
  noteEarly()
  expect(states).toEqual([false, true])
  server.begin()()
  expect(states).toEqual([false, true, false])
})
