import { isDialogOpen, topDialog } from '../platform/ui/open-dialogs.ts'

/** Whether an element can take the focus instead of a control inside it. */
function isContainer(element: Element): boolean {
  return element.matches('section, form, [role="tabpanel"], main') || element === topDialog()
}

/** An element that had the focus or contained the focused one, with its next and previous sibling. */
interface FocusAncestor {
  element: Element
  siblings: (Element | null)[]
}

/**
 * Browsers drop the focus without an event (see docs/upstream.md) when its control is removed or disabled, such as the button of an
 * order that leaves its tab, and the next Tab starts at the top of the page. This moves the focus to the same control of the next or
 * previous row, or else to the container of the control, and back once the control is enabled again.
 * @param root the element that contains the page, but no dialogs or menus
 */
export function watchLostFocus(root: HTMLElement): void {
  /** The last focused control, first in the list, and its ancestors: in the page, and in the dialog or menu above it. */
  let pagePath: FocusAncestor[] = []
  let overlayPath: FocusAncestor[] = []
  /** A control that lost the focus, and the element that has it instead. */
  let replacement: { control: HTMLElement; substitute: Element } | null = null

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const isInPage = root.contains(target)
    if (isInPage) pagePath = focusPath(target)
    overlayPath = isInPage ? [] : focusPath(target)
  })
  // A click beside the controls takes the focus away on purpose.
  root.addEventListener('pointerdown', () => {
    pagePath = overlayPath = []
    replacement = null
  })

  function restore() {
    const { activeElement, body } = document
    if (replacement !== null && canTakeFocus(replacement.control)) {
      if (activeElement === replacement.substitute) replacement.control.focus()
      replacement = null
      return
    }
    for (const path of isDialogOpen() ? [overlayPath] : [overlayPath, pagePath]) {
      const control = path[0]?.element
      if (!(control instanceof HTMLElement)) continue
      if (canTakeFocus(control) || (activeElement !== body && activeElement !== control)) return
      const container = path.find(({ element }) => element.isConnected && isContainer(element))
      const substitute = neighborControl(control, path) ?? container?.element
      if (!(substitute instanceof HTMLElement)) continue
      focusOnce(substitute)
      replacement = { control, substitute }
      return
    }
  }
  new MutationObserver(restore).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  })
}

function focusPath(control: Element): FocusAncestor[] {
  const path: FocusAncestor[] = []
  for (let element: Element | null = control; element !== null; element = element.parentElement)
    path.push({ element, siblings: [element.nextElementSibling, element.previousElementSibling] })
  return path
}

function canTakeFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled')
}

/** Returns the control of the next or previous row that corresponds to a control of a removed row. */
function neighborControl(control: Element, path: FocusAncestor[]): Element | undefined {
  const row = path.find(({ element }) => element.matches('li, tr'))
  if (row === undefined || row.element.isConnected) return undefined
  const index = [...row.element.querySelectorAll(control.localName)].indexOf(control)
  return row.siblings
    .map((sibling) => sibling?.querySelectorAll(control.localName)[index])
    .find((candidate) => candidate !== undefined && canTakeFocus(candidate))
}

/** Focuses an element. One that is not focusable becomes so only until it loses the focus. */
function focusOnce(element: HTMLElement): void {
  if (element.tabIndex === -1 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: isContainer(element) })
}
