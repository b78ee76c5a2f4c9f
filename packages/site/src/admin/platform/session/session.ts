import type { StaffApi } from '@priormark/core/api'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { nullWhenUnauthenticated } from '@priormark/core/platform/http/client'
import type { Platform } from '@priormark/core/admin-platform'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { toast, type ToastVariant } from '../../../ui/toast-store.ts'
import { loginPath } from './admin-paths.ts'

/** The login of the person at this screen, and every way in and out of it. */
export interface Session {
  /** Whether there is no credential to try. A desktop app keeps its credential out of the page's reach, so it is never missing there. */
  isMissing(): boolean
  /** Changes with each login and each logout. */
  generation(): number
  /** Stores the credential of a login that succeeded. */
  login(token: string): void
  /** Sends a person without a credential to the login screen. */
  requireLogin(): void
  /** The server rejected the credential: drops it, shows a toast, and returns here after the next login. */
  expire(): void
  /** The credential could not be checked: keeps it for the next try. */
  invalidate(): void
  /** Logs out here, whatever the server replies. @returns whether the login has ended on the server too */
  logout(): Promise<boolean>
}

interface SessionDeps {
  platform: Pick<Platform, 'credential' | 'shopName'>
  /** Ends the session on the server. */
  endSession: () => Promise<unknown>
  /** Forgets the search and the selection of the list on every way to the login, since another person may log in. */
  forgetList: () => void
  /** Deletes what the person has typed. Called once the screen is left, which would store it again. */
  forget: () => void
  queryClient: QueryClient
  /** Returns the part of the router that navigates. A function, because the router is made after the session. */
  router: () => {
    readonly state: { location: { pathname: string; search: string } }
    navigate(to: string, options?: { replace?: boolean; state?: unknown }): Promise<void>
  }
}

/** Creates the session. After a login, people return to the screen they were sent away from. */
export function createSession({
  platform,
  endSession,
  forgetList,
  forget,
  queryClient,
  router,
}: SessionDeps): Session {
  function sendToLogin(title: string, description: string, variant: ToastVariant = 'destructive') {
    const { pathname, search } = router().state.location
    // During a logout, other calls also fail with 401, which is not shown. On the way to the login, the first reason stays: what
    // follows from it, such as the missing credential, is not another one.
    if (isLoggingOut || isOnTheWay) return
    if (pathname === loginPath) return queryClient.clear()
    toast({ title, description, variant })
    void leaveFor(loginPath, { replace: true, state: { from: pathname + search } })
  }

  /** Opens the login, then deletes what was read. Earlier, the screen that is left would read it again. */
  async function leaveFor(...login: Parameters<ReturnType<SessionDeps['router']>['navigate']>) {
    isOnTheWay = true
    try {
      await router().navigate(...login)
    } finally {
      isOnTheWay = false
      queryClient.clear()
      forgetList()
    }
  }

  // A browser without storage loses the token at once. The session cookie then carries the session.
  let isLoggedIn = false
  let generation = 0
  let isLoggingOut = false
  /** The navigation to the login has started and not ended. */
  let isOnTheWay = false

  function dropCredential() {
    generation += 1
    isLoggedIn = false
    platform.credential.clear()
  }

  return {
    isMissing: () => {
      const { credential } = platform
      return !isLoggedIn && credential.isInaccessible !== true && credential.get() === null
    },
    generation: () => generation,
    login: (token) => {
      generation += 1
      isLoggedIn = true
      // A check that the server rejected after the last credential was dropped would end this login at once.
      queryClient.removeQueries()
      platform.credential.set(token)
    },
    requireLogin: () => {
      const { shopName } = platform
      if (shopName !== undefined) sendToLogin('Sign in to your shop', shopName, 'default')
      else sendToLogin('Authentication Required', 'Please log in to access the admin dashboard', 'default')
    },
    expire: () => {
      dropCredential()
      sendToLogin('Authentication Required', 'Your session has expired. Please log in again.')
    },
    invalidate: () => {
      sendToLogin('Session Error', 'Your session could not be verified. Please log in again.')
    },
    logout: async () => {
      isLoggingOut = true
      try {
        const hasEnded = await endSession().then(
          () => true,
          (failure: unknown) => failure instanceof ApiError && failure.status === 401,
        )
        dropCredential()
        await leaveFor(loginPath)
        forget()
        return hasEnded
      } finally {
        isLoggingOut = false
      }
    },
  }
}

/** Checks the credential, once per start and login. Null if the server rejects it. */
export function sessionQuery(api: StaffApi) {
  return queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => nullWhenUnauthenticated(api.auth.ping({}, { signal })),
  })
}
