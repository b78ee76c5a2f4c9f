/** The module `electron` of the stand-in, for whoever imports its names and for whoever requires the whole of it. */
import * as electron from './surface.mjs'

export * from './surface.mjs'
export default electron
