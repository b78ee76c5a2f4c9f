import type { StaffApi } from '@priormark/core/api'
import type { Client } from '@priormark/core/platform/http/client'
import type { Platform } from '@priormark/core/admin-platform'
import { createContext, useContext } from 'react'
import type { Session } from './session.ts'

/** What every screen works with, created once when the admin starts. */
interface AdminContext {
  platform: Platform
  client: Client
  api: StaffApi
  session: Session
  /** Whether another screen is being loaded. Unlike a state of React, it is true at once, so use it before a navigation that would cancel the other. */
  isNavigating: () => boolean
}

const Context = createContext<AdminContext | null>(null)

export const AdminProvider = Context.Provider

/** Returns the server, the platform and the session that this screen works with. */
export function useAdmin(): AdminContext {
  const admin = useContext(Context)
  if (admin === null) throw new Error('useAdmin works only below mountAdmin')
  return admin
}
