export { useDraftWatch } from './draft-queries.ts'
export { leavingText, noteDraftFailure, statusParts, useDraftStatus } from './draft-status.ts'
