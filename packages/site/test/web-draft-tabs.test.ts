import { expect, it } from 'vitest'
import { lockTabs } from '../src/app/web-drafts/draft-tabs.ts'

it('lets the tabs of a user work one at a time, and hear each other and no other user', async () => {
  const heard: string[] = []
  const join = (username: string, name: string) => {
    const tab = lockTabs(username)
    tab.onMessage((news) => heard.push(`${name} ${news === 'changed' ? news : news.connection}`))
    return tab
  }
  const [one, two, other] = [join('ada', 'one'), join('ada', 'two'), join('ben', 'other')]
  let inside = 0
  let most = 0
  const work = async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
  }
  await Promise.all([one.runExclusively(work), two.runExclusively(work), one.runExclusively(work)])
  expect(most).toBe(1)
  one.broadcast('changed')
  two.broadcast({ connection: 'offline' })
  await expect.poll(() => heard.toSorted()).toEqual(['one offline', 'two changed'])
  for (const tab of [one, two, other]) tab.close()
})
