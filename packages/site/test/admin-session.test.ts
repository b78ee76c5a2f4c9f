import { ApiError, NetworkError } from '@priormark/core/http/api-error'
import { MutationObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient, ownsUnauthenticated, retryTwice } from '../src/admin/session/query-client.ts'
import { createSession } from '../src/admin/session/session.ts'
import { useToastStore } from '../src/ui/toast-store.ts'

const unauthenticated = () => Promise.reject(new ApiError(401, '{"error":"Log in first"}'))

/** A session over a browser that stands at an order's progress. */
function gateAt(pathname = '/admin/orders/1', token: string | null = 'secret') {
  const kept = { token }
  const navigate = vi.fn<(to: string, options?: object) => Promise<void>>(() => Promise.resolve())
  const endSession = vi.fn((): Promise<unknown> => Promise.reject(new NetworkError('offline')))
  const queryClient = createQueryClient({ onUnauthenticated: () => undefined })
  queryClient.setQueryData(['session'], { username: 'ada' })
  const credential = {
    get: () => kept.token,
    set: (next: string) => {
      kept.token = next
    },
    clear: () => {
      kept.token = null
    },
  }
  const router = { state: { location: { pathname, search: '?tab=progress' } }, navigate }
  const session = createSession({ platform: { credential }, endSession, queryClient, router: () => router })
  return { session, kept, navigate, endSession, queryClient, credential }
}

const toLoginAndBack = [
  '/admin/login',
  { replace: true, state: { from: '/admin/orders/1?tab=progress' } },
] as const

beforeEach(() => useToastStore.setState({ current: null }))

describe('the session session', () => {
  test('asks a person without a credential to log in, and remembers the place', () => {
    const { session, navigate } = gateAt(undefined, null)
    expect(session.isMissing()).toBe(true)
    session.requireLogin()
    expect(navigate).toHaveBeenCalledWith(...toLoginAndBack)
    expect(useToastStore.getState().current).toMatchObject({
      title: 'Authentication Required',
      description: 'Please log in to access the admin dashboard',
    })
  })

  test('forgets a refused credential and everything read with it', () => {
    const { session, kept, navigate, queryClient } = gateAt()
    session.expire()
    expect(kept.token).toBeNull()
    expect(queryClient.getQueryData(['session'])).toBeUndefined()
    expect(navigate).toHaveBeenCalledWith(...toLoginAndBack)
    expect(useToastStore.getState().current).toMatchObject({
      title: 'Authentication Required',
      description: 'Your session has expired. Please log in again.',
    })
  })

  test('keeps a credential that could not be checked', () => {
    const { session, kept } = gateAt()
    session.invalidate()
    expect(kept.token).toBe('secret')
    expect(useToastStore.getState().current).toMatchObject({
      title: 'Session Error',
      description: 'Your session could not be verified. Please log in again.',
    })
  })

  test('turns nobody away from the login itself', () => {
    const { session, navigate } = gateAt('/admin/login')
    session.expire()
    expect(navigate).not.toHaveBeenCalled()
  })

  test('logs out here even where the server cannot be told', async () => {
    const { session, kept, navigate, endSession } = gateAt()
    expect(await session.logout()).toBe(false)
    expect(endSession).toHaveBeenCalledOnce()
    expect(kept.token).toBeNull()
    expect(navigate).toHaveBeenCalledWith('/admin/login')
  })

  test.each([
    ['ends it', () => Promise.resolve(), true],
    ['has none any more', unauthenticated, true],
    ['fails', () => Promise.reject(new ApiError(503, '{"error":"Later"}')), false],
  ])('says whether the login has ended where the server %s', async (_, answer, hasEnded) => {
    const { session, endSession } = gateAt()
    endSession.mockImplementationOnce(answer)
    expect(await session.logout()).toBe(hasEnded)
  })

  test('tells who logs out of no session that has expired, and leads them to no former place', async () => {
    const { session, navigate, endSession } = gateAt()
    endSession.mockImplementationOnce(async () => {
      session.expire()
      throw new NetworkError('offline')
    })
    await session.logout()
    expect(navigate.mock.calls).toEqual([['/admin/login']])
    expect(useToastStore.getState().current).toBeNull()
  })

  test('lets in a person whose browser keeps nothing, until they log out', async () => {
    const { session, credential } = gateAt(undefined, null)
    credential.set = () => undefined
    session.login('secret')
    expect(session.isMissing()).toBe(false)
    await session.logout()
    expect(session.isMissing()).toBe(true)
  })

  test('does not take a credential out of reach for a missing one', () => {
    const { credential, queryClient, endSession, navigate } = gateAt(undefined, null)
    const session = createSession({
      platform: { credential: { ...credential, outOfReach: true } },
      endSession,
      queryClient,
      router: () => ({ state: { location: { pathname: '/admin/dashboard', search: '' } }, navigate }),
    })
    expect(session.isMissing()).toBe(false)
  })
})

describe('calls of the admin', () => {
  test('a 401 at any query or change ends the session', async () => {
    const onUnauthenticated = vi.fn()
    const client = createQueryClient({ onUnauthenticated })
    await client.fetchQuery({ queryKey: ['orders'], queryFn: unauthenticated }).catch(() => undefined)
    const change = client.getMutationCache().build(client, { mutationFn: unauthenticated })
    await change.execute(undefined).catch(() => undefined)
    await expect.poll(() => onUnauthenticated.mock.calls.length).toBe(2)
  })

  test('the end of the session is told last, so that no failed change hides it', async () => {
    const told: string[] = []
    const client = createQueryClient({ onUnauthenticated: () => told.push('session expired') })
    const change = new MutationObserver(client, {
      mutationFn: unauthenticated,
      onError: () => void told.push('update failed'),
    })
    change.subscribe(() => undefined)
    const screen = { onError: () => void told.push('update failed, says the screen') }
    await change.mutate(undefined, screen).catch(() => undefined)
    await expect.poll(() => told.length).toBe(3)
    expect(told).toEqual(['update failed', 'update failed, says the screen', 'session expired'])
  })

  test('a wrong password ends nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const onUnauthenticated = vi.fn()
    const client = createQueryClient({ onUnauthenticated })
    const login = client
      .getMutationCache()
      .build(client, { mutationFn: unauthenticated, meta: ownsUnauthenticated })
    await login.execute(undefined).catch(() => undefined)
    vi.runAllTimers()
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test('the orders are asked for twice more where that may help, and not after a refusal', () => {
    const failed = new ApiError(503, '')
    expect([0, 1, 2].map((count) => retryTwice(count, failed))).toEqual([true, true, false])
    expect(retryTwice(0, new NetworkError('offline'))).toBe(true)
    expect(retryTwice(0, new ApiError(401, ''))).toBe(false)
  })
})
