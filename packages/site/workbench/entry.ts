import type { ReactNode } from 'react'

/** A shared piece of the interface in each of its states. The default export of a `*.entry.tsx`. */
export interface WorkbenchEntry {
  /** The component's name. */
  title: string
  /** States by name. */
  states: Record<string, ReactNode>
}
