/** Returns the nonce that the page's Content-Security-Policy requires of style elements; undefined if it requires none. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce
}

/**
 * Adds the nonce to every style element that scripts of the page create. antd accepts a nonce too, but does not use it for
 * the scroll lock of its dialogs and for measuring scroll bars.
 */
export function addNonceToStyles(): void {
  const nonce = styleNonce()
  if (nonce === undefined) return
  const create = document.createElement.bind(document)
  // The libraries that create the elements offer no other way.
  // oxlint-disable-next-line priormark/replaced-methods
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
