import type { LostServer } from '@priormark/core/platform/http/server-watch'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useAdmin } from '../session/admin-context.tsx'
import { useShopDates } from '../session/shop-dates.tsx'

interface LostState {
  lost: LostServer | null
  /** When the copy that the screen itself shows was read, ISO 8601; null if it shows none. */
  screenCopyAt: string | null
}

const useLostStore = create<LostState>(() => ({ lost: null, screenCopyAt: null }))

/** Whether the server cannot be reached. Failed reads are repeated automatically once it responds again. */
export function useIsServerLost(): boolean {
  return useLostStore(({ lost }) => lost !== null)
}

/**
 * Says on every screen that the server cannot be reached and how old the shown data may be. As soon as the server responds, loads
 * the data that could not be loaded or is a copy.
 */
export function LostServerNotice({ isLoginChecked }: { isLoginChecked: boolean }) {
  const { formatMoment } = useShopDates()
  const { connection } = useAdmin().platform
  const queryClient = useQueryClient()
  const { lost, screenCopyAt } = useLostStore()

  useEffect(
    () =>
      connection.watch((next) => {
        const previous = useLostStore.getState().lost
        useLostStore.setState({ lost: next })
        if (previous === null || next !== null) return
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error' || state.dataUpdatedAt >= previous.since,
        })
        // Other screens must not show the copies in memory when they are opened again.
        void queryClient.invalidateQueries({
          type: 'inactive',
          predicate: ({ state }) => state.dataUpdatedAt >= previous.since,
        })
      }),
    [connection, queryClient],
  )

  if (lost === null) return null
  if (lost.copyAt === null) {
    // Lists that could not be loaded say so themselves, but before the login is checked no screen loads any.
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
 * Marks content from this computer, shown because the server is unreachable. LostServerNotice, if it is shown, gives the
 * date instead. @param at ISO 8601, or null if unknown
 */
export function StaleNotice({ at }: { at: string | null }) {
  const { formatMoment } = useShopDates()
  const hasLostServerNotice = useLostStore(({ lost }) => lost !== null && lost.copyAt !== null)
  useEffect(() => {
    useLostStore.setState({ screenCopyAt: at })
    return () => useLostStore.setState({ screenCopyAt: null })
  }, [at])
  if (hasLostServerNotice) return null
  return (
    <output className="admin-notice">
      The server can’t be reached.{' '}
      {at === null ? 'This is the last saved copy.' : `This copy is from ${formatMoment(at)}.`}
    </output>
  )
}

/** Says how old the shown copy is while the server cannot be reached. @param path of the call that read it */
export function CopyDate({ path }: { path: string }) {
  const { formatMoment } = useShopDates()
  const { connection } = useAdmin().platform
  const copyAt = useIsServerLost() ? connection.copyAt(path) : null
  return copyAt === null ? null : (
    <p className="admin-soft">As of {formatMoment(copyAt)}. Later events may be missing.</p>
  )
}
