import { ApiError } from '@priormark/core/http/api-error'
import type { AutosaveState } from './unsaved-text.ts'

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** The state of autosaving. Not a live region, because screen readers would speak after every pause. */
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
      return 'Autosaving…'
    case 'saved':
      return `Draft autosaved at ${timeOfDay.format(state.atMs)}; not live yet`
    case 'failed':
      return state.error instanceof ApiError && state.error.status === 401
        ? 'Your session has expired. Your changes are saved in this browser.'
        : 'The server can’t be reached. Your changes are saved in this browser.'
  }
}
