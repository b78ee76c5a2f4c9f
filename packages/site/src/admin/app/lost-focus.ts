import { isDialogOpen, topDialog } from '../platform/ui/open-dialogs.ts'

/** Whether an element takes the focus instead of a control inside it. */
function isSurrounding(element: Element): boolean {
  return element.matches('section, form, [role="tabpanel"], main') || element === topDialog()
}

/** An element that had the focus or contained the one that had it, and the elements after and before it. */
interface Place {
  element: Element
  neighbors: (Element | null)[]
}

/**
 * Browsers drop the focus without an event (see docs/upstream.md) when its control is removed or disabled, such as the button of an order that leaves
 * its tab, and the next Tab starts at the top of the page. This moves the focus to the same control of the next or previous row,
 * or else to what surrounded the control, and back once the control is enabled again.
 * @param root what dialogs and menus are outside of
 */
export function watchLostFocus(root: HTMLElement): void {
  /** The last control with the focus in the page and in the dialog or menu above it, each with the elements around it. */
  let page: Place[] = []
  let layer: Place[] = []
  let substitute: { control: HTMLElement; holder: Element } | null = null

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const isInPage = root.contains(target)
    if (isInPage) page = placesAround(target)
    layer = isInPage ? [] : placesAround(target)
  })
  // A click beside the controls takes the focus away on purpose.
  root.addEventListener('pointerdown', () => {
    page = layer = []
    substitute = null
  })

  function restore() {
    const { activeElement, body } = document
    if (substitute !== null && canTakeFocus(substitute.control)) {
      if (activeElement === substitute.holder) substitute.control.focus()
      substitute = null
      return
    }
    for (const places of isDialogOpen() ? [layer] : [layer, page]) {
      const control = places[0]?.element
      if (!(control instanceof HTMLElement)) continue
      if (canTakeFocus(control) || (activeElement !== body && activeElement !== control)) return
      const holder = neighborControl(control, places) ?? surroundingOf(places)
      if (!(holder instanceof HTMLElement)) continue
      focusOnce(holder)
      substitute = { control, holder }
      return
    }
  }
  new MutationObserver(restore).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  })
}

function placesAround(control: Element): Place[] {
  const places: Place[] = []
  for (let element: Element | null = control; element !== null; element = element.parentElement)
    places.push({ element, neighbors: [element.nextElementSibling, element.previousElementSibling] })
  return places
}

function canTakeFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled')
}

function surroundingOf(places: Place[]): Element | undefined {
  return places.find(({ element }) => element.isConnected && isSurrounding(element))?.element
}

/** Returns the control of the next or previous row that corresponds to a control of a removed row. */
function neighborControl(control: Element, places: Place[]): Element | undefined {
  const row = places.find(({ element }) => element.matches('li, tr'))
  if (row === undefined || row.element.isConnected) return undefined
  const index = [...row.element.querySelectorAll(control.localName)].indexOf(control)
  return row.neighbors
    .map((neighbor) => neighbor?.querySelectorAll(control.localName)[index])
    .find((candidate) => candidate !== undefined && canTakeFocus(candidate))
}

/** Focuses an element, which clicks do not focus later. */
function focusOnce(element: HTMLElement): void {
  if (element.tabIndex === -1 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: isSurrounding(element) })
}
