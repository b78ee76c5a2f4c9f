import type { Api } from '@priormark/core/api'
import type { Client } from '@priormark/core/http/client'
import type { Platform } from '@priormark/core/platform'
import { createContext, useContext } from 'react'
import type { SessionGate } from './session-gate.ts'

/** What every screen works with, made once when the admin starts. */
export interface AdminTools {
  platform: Platform
  client: Client
  api: Api
  gate: SessionGate
}

const ToolsContext = createContext<AdminTools | null>(null)

export const ToolsProvider = ToolsContext.Provider

/** The tools of the admin this screen is part of. */
export function useTools(): AdminTools {
  const tools = useContext(ToolsContext)
  if (tools === null) throw new Error('Screens of the admin are shown by mountAdmin')
  return tools
}
