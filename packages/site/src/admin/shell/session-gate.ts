import { ApiError } from '@priormark/core/http/api-error'
import type { Platform } from '@priormark/core/platform'
import type { QueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast-store.ts'
import { loginPath } from './return-path.ts'

/** The ways in and out of the admin. */
export interface SessionGate {
  /** Whether there is no credential to try; a machine that keeps it out of the page's reach is asked by the ping alone. */
  isMissing(): boolean
  /** Another number after each login and each end of one. */
  era(): number
  /** Keeps the credential of a login that succeeded. */
  admit(token: string): void
  /** Sends a person without a credential to the login. */
  requireLogin(): void
  /** The server refused the credential: forget it, say so, and remember the place. */
  expire(): void
  /** The server did not say whether the credential is good; it is kept for the next try. */
  distrust(): void
  /** Logs out here whatever the server answers. @returns whether the login has ended on the server too */
  logOut(): Promise<boolean>
}

interface GateParts {
  platform: Pick<Platform, 'credential'>
  /** Ends the session on the server. */
  endSession: () => Promise<unknown>
  queryClient: QueryClient
  /** The part of the router that leads somewhere else; asked for late, because the router's routes know the gate. */
  router: () => {
    readonly state: { location: { pathname: string; search: string } }
    navigate(to: string, options?: { replace?: boolean; state?: unknown }): Promise<void>
  }
}

/** Makes the gate; where a person is turned away from comes back after login. */
export function createSessionGate({ platform, endSession, queryClient, router }: GateParts): SessionGate {
  function turnAway(title: string, description: string) {
    const { pathname, search } = router().state.location
    // Who logs out is on the way there: what the server then says to other calls is no news.
    if (pathname === loginPath || isLeaving) return
    toast({ title, description, variant: 'destructive' })
    void router().navigate(loginPath, { replace: true, state: { from: pathname + search } })
  }

  // A browser without storage forgets the token at once; the cookie of the login then carries the session.
  let isAdmitted = false
  let era = 0
  let isLeaving = false

  function forget() {
    era += 1
    isAdmitted = false
    platform.credential.clear()
    queryClient.clear()
  }

  return {
    isMissing: () => {
      const { credential } = platform
      return !isAdmitted && credential.outOfReach !== true && credential.get() === null
    },
    era: () => era,
    admit: (token) => {
      era += 1
      isAdmitted = true
      platform.credential.set(token)
    },
    requireLogin: () => turnAway('Authentication Required', 'Please log in to access the admin dashboard'),
    expire: () => {
      forget()
      turnAway('Authentication Required', 'Your session has expired. Please log in again.')
    },
    distrust: () => {
      queryClient.clear()
      turnAway('Session Error', 'Your session could not be verified. Please log in again.')
    },
    logOut: async () => {
      isLeaving = true
      try {
        const hasEnded = await endSession().then(
          () => true,
          (failure: unknown) => failure instanceof ApiError && failure.status === 401,
        )
        forget()
        await router().navigate(loginPath)
        return hasEnded
      } finally {
        isLeaving = false
      }
    },
  }
}
