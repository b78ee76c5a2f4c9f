export { useDraftWatch } from './draft-queries.ts'
export { loadOfflineCode } from './offline-code.ts'
export { leavingText, noteDraftFailure, statusParts, useDraftStatus } from './draft-status.ts'
