/** Copies text, also on pages opened from disk, where some browsers block navigator.clipboard. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'visually-hidden'
    document.body.append(field)
    const focusedBefore = document.activeElement
    field.select()
    // Deprecated, but the only way there, and supported by all browsers.
    document.execCommand('copy')
    field.remove()
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus()
  }
}
