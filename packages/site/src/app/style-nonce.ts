/**
 * Gives every style element that the page's own scripts make the nonce of the page, without which its
 * Content-Security-Policy ignores the element. antd takes a nonce too, but not for the scroll lock of its dialogs and its
 * measuring of scroll bars. Elements that come as markup have none.
 */
export function giveStylesNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce
  if (nonce === undefined) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
