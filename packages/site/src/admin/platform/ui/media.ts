import { useSyncExternalStore } from 'react'

/** Whether a media query matches, updated when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Too narrow for a table, so lists become cards. */
export const narrow = '(max-width: 860px)'
