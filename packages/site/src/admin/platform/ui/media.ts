import { useSyncExternalStore } from 'react'

/** Whether a media query matches, updated when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Matches windows that are too narrow for a table. Lists show cards there instead. */
export const narrowQuery = '(max-width: 860px)'
