import type { WorkbenchEntry } from './entry.ts'

/** Every entry by its path, such as `./ui/Seal.entry.tsx`. */
export const entries = import.meta.glob<WorkbenchEntry>('./**/*.entry.tsx', {
  eager: true,
  import: 'default',
})
