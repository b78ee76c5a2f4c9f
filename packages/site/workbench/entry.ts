import type { ComponentType, ReactNode } from 'react'

/** A shared piece of the interface in each of its states. The default export of a `*.entry.tsx`. */
export interface WorkbenchEntry {
  /** The component's name. */
  title: string
  /** States by name. */
  states: Record<string, ReactNode>
  /** Wraps the component, for example in a theme. */
  wrapper?: ComponentType<{ children: ReactNode }>
}
