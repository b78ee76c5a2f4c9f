import path from 'node:path'

/** Where templates of databases are kept between runs. */
export const cacheFolder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/priormark')
