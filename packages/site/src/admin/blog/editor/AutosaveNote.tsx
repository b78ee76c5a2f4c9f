import { ApiError } from '@priormark/core/platform/http/api-error'
import { formatTime } from '../../platform/session/shop-dates.ts'
import type { AutosaveState } from './unsaved-text.ts'

/** The state of autosaving. Not a live region, because screen readers would speak after every pause. */
export function AutosaveNote({ state, savedAtMs }: { state: AutosaveState; savedAtMs: number | null }) {
  return (
    <span className="admin-soft" data-autosave={state.kind}>
      {noteOf(state, savedAtMs)}
    </span>
  )
}

function noteOf(state: AutosaveState, savedAtMs: number | null): string {
  switch (state.kind) {
    case 'idle':
      return savedAtMs === null ? '' : `Saved at ${formatTime(savedAtMs)}`
    case 'waiting':
      return 'Unsaved changes'
    case 'saving':
      return 'Autosaving…'
    case 'saved':
      return `Draft autosaved at ${formatTime(state.atMs)}; not live yet`
    case 'failed':
      return state.error instanceof ApiError && state.error.status === 401
        ? 'Your session has expired. Your changes are saved in this browser.'
        : 'The server can’t be reached. Your changes are saved in this browser.'
  }
}
