/** The stand-in's `electron` module, for named imports and for `require`. */
import * as electron from './surface.mjs'

export * from './surface.mjs'
export default electron
