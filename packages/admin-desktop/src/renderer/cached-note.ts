import type { DesktopBridge } from '../shared/bridge.ts'

/** Says, at the foot of the window, as of when the lists are that are shown without a network. */
export function showCachedAt(bridge: Pick<DesktopBridge, 'watchCachedAt'>): void {
  const note = document.createElement('p')
  note.className = 'cached-note'
  note.setAttribute('role', 'status')
  note.hidden = true
  document.body.append(note)
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  bridge.watchCachedAt((cachedAt) => {
    note.hidden = cachedAt === null
    note.textContent =
      cachedAt === null
        ? ''
        : `The server can’t be reached. This copy is from ${time.format(new Date(cachedAt))}.`
  })
}
