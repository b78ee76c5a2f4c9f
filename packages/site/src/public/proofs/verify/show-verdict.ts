/** Brings the first verdict into view and moves the focus to it, so that keyboards and screen readers start there. */
export function showVerdict(results: HTMLElement): void {
  const verdict = results.querySelector('h2')
  if (verdict === null) return
  verdict.tabIndex = -1
  verdict.focus({ preventScroll: true })
  verdict.scrollIntoView({ block: 'center' })
}
