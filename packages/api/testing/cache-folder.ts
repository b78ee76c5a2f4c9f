import path from 'node:path'

/** Caches database templates between runs. */
export const cacheFolder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/priormark')
