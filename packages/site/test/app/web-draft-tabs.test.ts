import { expect, test } from 'vitest'
import { lockTabs } from '../../src/app/user-drafts.ts'

test('lockTabs serializes the work of a user’s tabs and delivers messages only to their other tabs', async () => {
  const received: string[] = []
  const join = (username: string, name: string) => {
    const tab = lockTabs(username)
    tab.onMessage((message) =>
      received.push(`${name} ${message === 'changed' ? message : message.connection}`),
    )
    return tab
  }
  const [one, two, other] = [join('ada', 'one'), join('ada', 'two'), join('ben', 'other')]
  let running = 0
  let mostRunning = 0
  const work = async () => {
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  await Promise.all([one.runExclusively(work), two.runExclusively(work), one.runExclusively(work)])
  expect(mostRunning).toBe(1)
  one.broadcast('changed')
  two.broadcast({ connection: 'offline' })
  await expect.poll(() => received.toSorted()).toEqual(['one offline', 'two changed'])
  for (const tab of [one, two, other]) tab.close()
})
