import { ApiError } from '@priormark/core/http/api-error'
import type { AutosaveState } from './unsaved-text.ts'

/** How far what is written is kept. Not a live region: it would speak after every pause. */
export function AutosaveNote({ state }: { state: AutosaveState }) {
  return (
    <span className="admin-soft" data-autosave={state.kind}>
      {noteOf(state)}
    </span>
  )
}

function noteOf(state: AutosaveState): string {
  switch (state.kind) {
    case 'idle':
      return ''
    case 'waiting':
      return 'Unsaved changes'
    case 'saving':
      return 'Keeping your changes…'
    case 'saved':
      return `Changes kept at ${new Date(state.atMs).toLocaleTimeString()}, not saved to the post`
    case 'failed':
      return state.error instanceof ApiError && state.error.status === 401
        ? 'Your session has ended. Your changes are kept in this browser.'
        : 'The server could not be reached. Your changes are kept in this browser.'
  }
}
