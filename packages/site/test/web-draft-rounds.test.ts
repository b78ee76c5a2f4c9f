import type { DraftStatus } from '@priormark/core/drafts/draft-desk'
import type { RoundOutcome } from '@priormark/core/drafts/draft-sync'
import { retryDelayMs } from '@priormark/core/drafts/round-pace'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinTabs, type TabNews } from '../src/app/web-drafts/draft-tabs.ts'
import { createRoundRunner } from '../src/app/web-drafts/round-runner.ts'

const syncedAt = '2026-03-01T10:00:00.000Z'
const summary = async () => ({ waiting: 0, conflicts: 0, blocked: 0, syncedAt })

function runnerOf(run: () => Promise<RoundOutcome>) {
  const told: DraftStatus['connection'][] = []
  const news: TabNews[] = []
  const runner = createRoundRunner({
    run,
    summary,
    tabs: { alone: (work) => work(), tell: (one) => news.push(one) },
    onStatus: ({ connection }) => told.push(connection),
    isOnline: false,
  })
  return { runner, told, news }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a round that ends well says so here and to the other tabs, and comes again by itself', async () => {
  const run = vi.fn(async (): Promise<RoundOutcome> => 'idle')
  const { runner, told, news } = runnerOf(run)
  expect(await runner.round()).toMatchObject({ connection: 'online', syncedAt })
  expect(told).toEqual(['online'])
  expect(news).toEqual([{ connection: 'online' }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run).toHaveBeenCalledTimes(2)
  runner.close()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(run).toHaveBeenCalledTimes(2)
})

test('while the server is away it is tried again with growing pauses, without a login not at all', async () => {
  let outcome: RoundOutcome = 'later'
  const run = vi.fn(async () => outcome)
  const { runner, told } = runnerOf(run)
  await runner.round()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  outcome = 'unauthenticated'
  await vi.advanceTimersByTimeAsync(2_000)
  expect(run).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(run).toHaveBeenCalledTimes(3)
  expect(told).toEqual(['offline', 'offline', 'unauthenticated'])
  runner.close()
  expect(retryDelayMs(1, 0)).toBe(500)
  expect(retryDelayMs(30, 1)).toBe(300_000)
})

test('what the server breaks at is tried again with growing pauses, and it is told as broken', async () => {
  const run = vi.fn(async (): Promise<RoundOutcome> => 'broken')
  const { runner, told } = runnerOf(run)
  await runner.round()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  expect(told).toEqual(['failing', 'failing'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(run).toHaveBeenCalledTimes(3)
  runner.close()
})

test('what is sent at once is not told to wait, what takes longer is', async () => {
  let finish: (outcome: RoundOutcome) => void = () => undefined
  const { runner, told, news } = runnerOf(() => new Promise((resolve) => (finish = resolve)))
  const first = runner.round()
  await vi.advanceTimersByTimeAsync(0)
  finish('idle')
  await first
  runner.touch()
  await vi.advanceTimersByTimeAsync(900)
  finish('idle')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(told).toEqual(['online', 'online'])
  expect(news).not.toContain('changed')
  runner.touch()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toHaveLength(3)
  expect(news.at(-1)).toBe('changed')
  finish('later')
  await vi.advanceTimersByTimeAsync(0)
  runner.touch()
  await vi.advanceTimersByTimeAsync(0)
  expect(news.at(-1), 'without a network it is told at once').toBe('changed')
  runner.close()
})

test('once the network seems to be back, a round that fails all the same is soon made again', async () => {
  let outcome: RoundOutcome = 'later'
  const run = vi.fn(async () => outcome)
  const { runner } = runnerOf(run)
  for (let failure = 0; failure < 9; failure += 1) await runner.round()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run, 'the pause is of minutes by now').toHaveBeenCalledTimes(9)
  await runner.wake()
  outcome = 'idle'
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(11)
  runner.close()
})

test('nor is it told to wait beside what the server breaks at', async () => {
  let finish: (outcome: RoundOutcome) => void = () => undefined
  const { runner, told, news } = runnerOf(() => new Promise((resolve) => (finish = resolve)))
  const first = runner.round()
  await vi.advanceTimersByTimeAsync(0)
  finish('broken')
  await first
  runner.touch()
  await vi.advanceTimersByTimeAsync(400)
  expect(told).toEqual(['failing'])
  expect(news).not.toContain('changed')
  finish('idle')
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['failing', 'online'])
  runner.close()
})

test('who asks during a round gets another one, who asks before it begins shares it', async () => {
  let finish: (outcome: RoundOutcome) => void = () => undefined
  const run = vi.fn(() => new Promise<RoundOutcome>((resolve) => (finish = resolve)))
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const runner = createRoundRunner({
    run,
    summary,
    tabs: { alone: (work) => gate.then(work), tell: () => undefined },
    onStatus: () => undefined,
    isOnline: false,
  })
  const [one, two] = [runner.round(), runner.round()]
  expect(one).toBe(two)
  open()
  await expect.poll(() => run.mock.calls.length).toBe(1)
  const later = runner.round()
  expect(later).not.toBe(one)
  finish('idle')
  await one
  await expect.poll(() => run.mock.calls.length).toBe(2)
  finish('idle')
  await later
  runner.close()
})

test('what another tab tells is told here, and it asks the server in this tab’s place', async () => {
  const run = vi.fn(async (): Promise<RoundOutcome> => 'idle')
  const { runner, told } = runnerOf(run)
  await runner.round()
  await vi.advanceTimersByTimeAsync(50_000)
  runner.hear({ connection: 'online' })
  await vi.advanceTimersByTimeAsync(50_000)
  expect(run).toHaveBeenCalledOnce()
  runner.hear('changed')
  runner.hear({ connection: 'unauthenticated' })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(run).toHaveBeenCalledOnce()
  expect(told).toEqual(['online', 'online', 'unauthenticated', 'unauthenticated'])
  runner.close()
})

test('of the tabs of a user one works at a time, and they hear each other and no other user', async () => {
  vi.useRealTimers()
  const heard: string[] = []
  const join = (username: string, name: string) =>
    joinTabs(username, (news) => heard.push(`${name} ${news === 'changed' ? news : news.connection}`))
  const [one, two, other] = [join('ada', 'one'), join('ada', 'two'), join('ben', 'other')]
  let inside = 0
  let most = 0
  const work = async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
  }
  await Promise.all([one.alone(work), two.alone(work), one.alone(work)])
  expect(most).toBe(1)
  one.tell('changed')
  two.tell({ connection: 'offline' })
  await expect.poll(() => heard.toSorted()).toEqual(['one offline', 'two changed'])
  for (const tab of [one, two, other]) tab.close()
})
