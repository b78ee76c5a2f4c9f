import { ApiError, NetworkError } from '@priormark/core/platform/http/api-error'
import { MutationObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient, retryTwice } from '../../../src/admin/platform/session/query-client.ts'
import { createSession, type Session } from '../../../src/admin/platform/session/session.ts'
import { useToastStore } from '../../../src/ui/toast-store.ts'

const unauthenticated = () => Promise.reject(new ApiError(401, '{"error":"Log in first"}'))

/** A session in a browser that shows an order. */
function sessionAt(pathname = '/admin/orders/1', token: string | null = 'secret') {
  const stored = { token }
  const navigate = vi.fn<(to: string, options?: object) => Promise<void>>(() => Promise.resolve())
  const endSession = vi.fn((): Promise<unknown> => Promise.reject(new NetworkError('offline')))
  const queryClient = createQueryClient({ onUnauthenticated: () => undefined, onAccessChanged: vi.fn() })
  queryClient.setQueryData(['session'], { username: 'ada' })
  const credential = {
    get: () => stored.token,
    set: (next: string) => {
      stored.token = next
    },
    clear: () => {
      stored.token = null
    },
  }
  const router = { state: { location: { pathname, search: '?tab=progress' } }, navigate }
  const [clearOrderList, clearTyped] = [vi.fn(), vi.fn()]
  const deps = {
    platform: { credential },
    endSession,
    clearOrderList,
    clearTyped,
    queryClient,
    router: () => router,
  }
  return { ...deps, session: createSession(deps), stored, navigate, credential }
}

const toLoginAndBack = [
  '/admin/login',
  { replace: true, state: { from: '/admin/orders/1?tab=progress' } },
] as const

beforeEach(() => useToastStore.setState({ current: null }))

describe('the session', () => {
  test('sends a person without a credential to the login, and remembers the screen', () => {
    const { session, navigate } = sessionAt(undefined, null)
    expect(session.isMissing()).toBe(true)
    session.requireLogin()
    expect(navigate).toHaveBeenCalledWith(...toLoginAndBack)
    expect(useToastStore.getState().current).toMatchObject({
      title: 'Authentication Required',
      description: 'Please log in to access the admin dashboard',
      variant: 'default',
    })
  })

  test('drops a rejected credential, and what the screens have read once they have closed', async () => {
    const { session, stored, navigate, queryClient, clearOrderList, clearTyped } = sessionAt()
    session.expire()
    await navigate.mock.results[0]?.value
    expect(stored.token).toBeNull()
    expect(queryClient.getQueryData(['session'])).toBeDefined()
    expect(clearOrderList).not.toHaveBeenCalled()
    session.forgetData()
    expect(queryClient.getQueryData(['session'])).toBeUndefined()
    expect(clearOrderList).toHaveBeenCalledOnce()
    expect(clearTyped).not.toHaveBeenCalled()
    expect(navigate).toHaveBeenCalledWith(...toLoginAndBack)
    expect(useToastStore.getState().current).toMatchObject({
      title: 'Authentication Required',
      description: 'Your session has expired. Please log in again.',
    })
  })

  test.each([
    ['the credential is then missing', (session: Session) => session.requireLogin()],
    ['another call fails on the way', (session: Session) => session.invalidate()],
  ])('shows that the session expired, although %s', async (_, follow) => {
    const { session, navigate } = sessionAt()
    session.expire()
    follow(session)
    await Promise.resolve()
    expect(navigate).toHaveBeenCalledOnce()
    expect(useToastStore.getState().current?.description).toBe(
      'Your session has expired. Please log in again.',
    )
  })

  test('clears at a login the session that the server rejected before', () => {
    const { session, queryClient } = sessionAt()
    session.expire()
    queryClient.setQueryData(['session'], null)
    session.login('new')
    expect(queryClient.getQueryData(['session'])).toBeUndefined()
  })

  test('keeps a credential that could not be verified', () => {
    const { session, stored } = sessionAt()
    session.invalidate()
    expect(stored.token).toBe('secret')
    expect(useToastStore.getState().current).toMatchObject({
      title: 'Session Error',
      description: 'Your session could not be verified. Please log in again.',
    })
  })

  test('does not redirect away from the login screen', () => {
    const { session, navigate } = sessionAt('/admin/login')
    session.expire()
    expect(navigate).not.toHaveBeenCalled()
  })

  test('logs out here even if the server is unreachable', async () => {
    const { session, stored, navigate, endSession } = sessionAt()
    expect(await session.logout()).toBe(false)
    expect(endSession).toHaveBeenCalledOnce()
    expect(stored.token).toBeNull()
    expect(navigate).toHaveBeenCalledWith('/admin/login', {})
  })

  test.each([
    ['ends it', () => Promise.resolve(), true],
    ['has already ended it', unauthenticated, true],
    ['fails', () => Promise.reject(new ApiError(503, '{"error":"Later"}')), false],
  ])('reports whether the login ended if the server %s', async (_, reply, hasEnded) => {
    const { session, endSession } = sessionAt()
    endSession.mockImplementationOnce(reply)
    expect(await session.logout()).toBe(hasEnded)
  })

  test('shows no expired session until a logout has closed the screens, and then forgets what was typed', async () => {
    const { session, navigate, endSession, clearTyped } = sessionAt()
    endSession.mockImplementationOnce(async () => {
      session.expire()
      throw new NetworkError('offline')
    })
    await session.logout()
    session.expire()
    expect(navigate.mock.calls).toEqual([['/admin/login', {}]])
    expect(clearTyped).not.toHaveBeenCalled()
    session.forgetData()
    expect(clearTyped).toHaveBeenCalledOnce()
    expect(useToastStore.getState().current).toBeNull()
  })

  test('works in a browser without storage until the logout', async () => {
    const { session, credential } = sessionAt(undefined, null)
    credential.set = () => undefined
    session.login('secret')
    expect(session.isMissing()).toBe(false)
    await session.logout()
    expect(session.isMissing()).toBe(true)
  })

  test('does not treat an unreadable credential as missing', () => {
    const { credential, queryClient, endSession, navigate } = sessionAt(undefined, null)
    const session = createSession({
      platform: { credential: { ...credential, isInaccessible: true } },
      endSession,
      clearOrderList: vi.fn(),
      clearTyped: vi.fn(),
      queryClient,
      router: () => ({ state: { location: { pathname: '/admin/dashboard', search: '' } }, navigate }),
    })
    expect(session.isMissing()).toBe(false)
  })
})

describe('the query client', () => {
  test('ends the session on a 401 from any query or mutation', async () => {
    const onUnauthenticated = vi.fn()
    const client = createQueryClient({ onUnauthenticated, onAccessChanged: vi.fn() })
    await client.fetchQuery({ queryKey: ['orders'], queryFn: unauthenticated }).catch(() => undefined)
    const change = client.getMutationCache().build(client, { mutationFn: unauthenticated })
    await change.execute(undefined).catch(() => undefined)
    await expect.poll(() => onUnauthenticated.mock.calls.length).toBe(2)
  })

  test('reads the role again when a call is outside it, and keeps the session', async () => {
    const [onUnauthenticated, onAccessChanged] = [vi.fn(), vi.fn()]
    const client = createQueryClient({ onUnauthenticated, onAccessChanged })
    const outside = () => Promise.reject(new ApiError(403, '{"code":"role_required"}'))
    await client.fetchQuery({ queryKey: ['orders'], queryFn: outside }).catch(() => undefined)
    const change = client.getMutationCache().build(client, { mutationFn: outside })
    await change.execute(undefined).catch(() => undefined)
    await expect.poll(() => onAccessChanged.mock.calls.length).toBe(2)
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test('reports the end of the session after the failed mutation, so that its toast stays visible', async () => {
    const reports: string[] = []
    const client = createQueryClient({
      onUnauthenticated: () => reports.push('session expired'),
      onAccessChanged: vi.fn(),
    })
    const change = new MutationObserver(client, {
      mutationFn: unauthenticated,
      onError: () => void reports.push('update failed'),
    })
    change.subscribe(() => undefined)
    const screen = { onError: () => void reports.push('update failed, from the screen') }
    await change.mutate(undefined, screen).catch(() => undefined)
    await expect.poll(() => reports.length).toBe(3)
    expect(reports).toEqual(['update failed', 'update failed, from the screen', 'session expired'])
  })

  test('retries twice after an outage, and never after a 4xx', () => {
    const failed = new ApiError(503, '')
    expect([0, 1, 2].map((count) => retryTwice(count, failed))).toEqual([true, true, false])
    expect(retryTwice(0, new NetworkError('offline'))).toBe(true)
    expect(retryTwice(0, new ApiError(401, ''))).toBe(false)
  })
})
