export { useDraftUpdates } from './draft-queries.ts'
export { loadOfflineCode } from './offline-code.ts'
export { logoutWarning, recordDraftFailure, statusParts, useDraftStatus } from './draft-status.ts'
export { editorPath } from './post-rows.ts'
