import type { Api } from '@priormark/core/api'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../platform/session/admin-context.tsx'

export const settingsKey = ['settings']

/** Every group of settings, as it is in effect. */
export type AllSettings = Awaited<ReturnType<Api['settings']['read']>>

/** Reads all settings. Other administrators change them too, so every visit reads them again. */
export function useSettings() {
  const { api } = useAdmin()
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.settings.read({}, { signal }),
    staleTime: 0,
  })
}
