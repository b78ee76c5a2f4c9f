import type { StaffApi } from '@priormark/core/api'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { nullWhenUnauthenticated } from '@priormark/core/platform/http/client'
import type { Platform } from '@priormark/core/admin-platform'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { toast, type ToastVariant } from '../../../ui/toast-store.ts'
import { loginPath } from './admin-paths.ts'

/** The person's login, and the functions that begin and end it. */
export interface Session {
  /** Whether there is no credential to try. A desktop app keeps its credential out of the page's reach, so it is never missing there. */
  isMissing(): boolean
  /** Changes with each login and each logout. */
  generation(): number
  /** Stores the credential of a login that succeeded. */
  login(token: string): void
  /** Sends a person without a credential to the login screen. */
  requireLogin(): void
  /** Call it when the server rejected the credential: drops it, opens the login, and returns to the screen after that. */
  expire(): void
  /** Call it when the credential could not be checked: opens the login, and keeps the credential for the next try. */
  invalidate(): void
  /** Logs out here, whatever the server replies. @returns whether the login has ended on the server too */
  logout(): Promise<boolean>
  /**
   * Call it once the screens behind the login have closed: deletes the data that they read and, after a logout, what the person
   * typed. Before that, an open screen could read or store it again.
   */
  forgetData(): void
}

interface SessionDeps {
  platform: Pick<Platform, 'credential' | 'shopName'>
  /** Ends the session on the server. */
  endSession: () => Promise<unknown>
  /** Clears the search and the selection of the list before every login, since another person may log in. */
  clearOrderList: () => void
  /** Deletes what the person has typed. */
  clearTyped: () => void
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
  clearOrderList,
  clearTyped,
  queryClient,
  router,
}: SessionDeps): Session {
  function sendToLogin(title: string, description: string, variant: ToastVariant = 'destructive') {
    const { pathname, search } = router().state.location
    // During a logout, other calls also fail with 401, which is not shown. While the login opens, only the first reason is shown:
    // later ones, such as the missing credential, follow from it.
    if (isLoggingOut || isOpeningLogin || pathname === loginPath) return
    toast({ title, description, variant })
    void openLogin({ replace: true, state: { from: pathname + search } })
  }

  async function openLogin(options: { replace?: boolean; state?: unknown } = {}) {
    isOpeningLogin = true
    try {
      await router().navigate(loginPath, options)
    } finally {
      isOpeningLogin = false
    }
  }

  // A browser without storage loses the token at once. The session cookie then carries the session.
  let isLoggedIn = false
  let generation = 0
  let isLoggingOut = false
  let isOpeningLogin = false

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
      // Otherwise the rejected check of the last credential would end this login at once.
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
      const hasEnded = await endSession().then(
        () => true,
        (failure: unknown) => failure instanceof ApiError && failure.status === 401,
      )
      dropCredential()
      await openLogin()
      return hasEnded
    },
    forgetData: () => {
      queryClient.clear()
      clearOrderList()
      if (isLoggingOut) clearTyped()
      isLoggingOut = false
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
