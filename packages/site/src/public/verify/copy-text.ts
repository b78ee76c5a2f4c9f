/** Puts a text into the clipboard, also on pages from disk, where some browsers keep the newer interface from them. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'visually-hidden'
    document.body.append(field)
    const before = document.activeElement
    field.select()
    // The one way that is left there; no browser has taken it away.
    document.execCommand('copy')
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
