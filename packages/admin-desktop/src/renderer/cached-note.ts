import type { DesktopBridge } from '../shared/bridge.ts'

/** Shows a note with the time of cached data while the server cannot be reached. */
export function showCachedAt(bridge: Pick<DesktopBridge, 'watchCachedAt'>): void {
  const note = document.createElement('p')
  note.className = 'cached-note'
  note.setAttribute('role', 'status')
  note.hidden = true
  document.body.append(note)
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
  bridge.watchCachedAt((cachedAt) => {
    note.hidden = cachedAt === null
    note.textContent =
      cachedAt === null
        ? ''
        : `The server cannot be reached. Showing data from ${time.format(new Date(cachedAt))}.`
  })
}
