import type { DesktopBridge } from '../shared/bridge.ts'

/** Says, at the foot of the window, as of when the lists are that are shown without a network. */
export function showSeenAt(bridge: Pick<DesktopBridge, 'watchSeenAt'>): void {
  const note = document.createElement('p')
  note.className = 'seen-note'
  note.setAttribute('role', 'status')
  note.hidden = true
  document.body.append(note)
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  bridge.watchSeenAt((seenAt) => {
    note.hidden = seenAt === null
    note.textContent =
      seenAt === null
        ? ''
        : `The server can’t be reached. This copy is from ${time.format(new Date(seenAt))}.`
  })
}
