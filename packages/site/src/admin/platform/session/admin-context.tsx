import type { StaffApi } from '@priormark/core/api'
import type { Client } from '@priormark/core/platform/http/client'
import type { Platform } from '@priormark/core/admin-platform'
import { createContext, useContext } from 'react'
import type { Session } from './session.ts'

/** The services of every screen, created once when the admin starts. */
interface AdminContext {
  platform: Platform
  client: Client
  api: StaffApi
  session: Session
  /** Whether another screen is being loaded. Unlike React Router's `useNavigation`, it is true at once. */
  isNavigating: () => boolean
}

const Context = createContext<AdminContext | null>(null)

export const AdminProvider = Context.Provider

/** Returns the platform, the clients of the server and the session. */
export function useAdmin(): AdminContext {
  const admin = useContext(Context)
  if (admin === null) throw new Error('useAdmin works only below mountAdmin')
  return admin
}
