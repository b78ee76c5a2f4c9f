import type { LostServer } from '@priormark/core/platform/http/server-watch'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useAdmin } from '../session/admin-context.tsx'
import { useShopDates } from '../session/shop-dates.tsx'

interface LostState {
  lost: LostServer | null
  /** When the copy was read that the screen shows, if it has one of its own; ISO 8601. */
  screenCopyAt: string | null
}

const useLostStore = create<LostState>(() => ({ lost: null, screenCopyAt: null }))

/** Whether the server cannot be reached. What failed is then loaded automatically once it responds again. */
export function useIsServerLost(): boolean {
  return useLostStore(({ lost }) => lost !== null)
}

/**
 * Says on every screen that the server cannot be reached and how old the shown data may be. Loads what failed, and what was shown
 * from a copy, as soon as the server responds.
 */
export function LostServerNotice({ isLoginChecked }: { isLoginChecked: boolean }) {
  const { formatMoment } = useShopDates()
  const { connection } = useAdmin().platform
  const queryClient = useQueryClient()
  const { lost, screenCopyAt } = useLostStore()

  useEffect(
    () =>
      connection.watch((next) => {
        const former = useLostStore.getState().lost
        useLostStore.setState({ lost: next })
        if (former === null || next !== null) return
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error' || state.dataUpdatedAt >= former.since,
        })
        // Others must not show what was in memory when they are opened again.
        void queryClient.invalidateQueries({
          type: 'inactive',
          predicate: ({ state }) => state.dataUpdatedAt >= former.since,
        })
      }),
    [connection, queryClient],
  )

  if (lost === null) return null
  if (lost.copyAt === null) {
    // What could not be loaded says so in its place, but screens load only what the person may see.
    if (isLoginChecked) return null
    return (
      <output className="admin-notice">
        The server can’t be reached. This screen loads automatically once it can.
      </output>
    )
  }
  return (
    <output className="admin-notice">
      The server can’t be reached. Showing saved data
      {screenCopyAt === null
        ? `, the oldest from ${formatMoment(lost.copyAt)}`
        : ` from ${formatMoment(screenCopyAt)}`}
      . It updates automatically.
    </output>
  )
}

/**
 * Marks content from this computer, shown because the server is unreachable. The frame's notice tells its date if there is one, so
 * that a screen never names two. @param at ISO 8601, or null if unknown
 */
export function StaleNotice({ at }: { at: string | null }) {
  const { formatMoment } = useShopDates()
  const isInFrame = useLostStore(({ lost }) => lost !== null && lost.copyAt !== null)
  useEffect(() => {
    useLostStore.setState({ screenCopyAt: at })
    return () => useLostStore.setState({ screenCopyAt: null })
  }, [at])
  if (isInFrame) return null
  return (
    <output className="admin-notice">
      The server can’t be reached.{' '}
      {at === null ? 'This is the last saved copy.' : `This copy is from ${formatMoment(at)}.`}
    </output>
  )
}

/** Says while the server cannot be reached how old the shown copy is. @param path the call that it was read with */
export function CopyDate({ path }: { path: string }) {
  const { formatMoment } = useShopDates()
  const { connection } = useAdmin().platform
  const at = useIsServerLost() ? connection.copyAt(path) : null
  return at === null ? null : (
    <p className="admin-soft">As of {formatMoment(at)}. Later events may be missing.</p>
  )
}
