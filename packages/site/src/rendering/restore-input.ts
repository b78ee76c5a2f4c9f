type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns an element, or the one that replaced it when React rendered the page again; null if that is uncertain. */
export type SuccessorOf = <Kind extends Element>(element: Kind) => Kind | null

function successorsOf(elementsBefore: readonly Element[]): SuccessorOf {
  return function successorOf<Kind extends Element>(element: Kind): Kind | null {
    if (element.isConnected) return element
    const selector = selectorOf(element)
    const formerMatches = elementsBefore.filter((candidate) => candidate.matches(selector))
    const currentMatches = document.querySelectorAll<Kind>(selector)
    return formerMatches.length === currentMatches.length
      ? (currentMatches[formerMatches.indexOf(element)] ?? null)
      : null
  }
}

/** Elements without an id are told apart by their order. */
function selectorOf(element: Element): string {
  if (element.id !== '') return `#${CSS.escape(element.id)}`
  const name = element.getAttribute('name')
  return element.localName + (name === null ? '' : `[name="${CSS.escape(name)}"]`)
}

/**
 * Copies what a visitor entered into replaced fields to their successors, and moves the focus there.
 * @param elementsBefore the elements of the page before hydration, in order
 */
export function restoreInput(
  elementsBefore: readonly Element[],
  focusedElement: EventTarget | null,
): SuccessorOf {
  const successorOf = successorsOf(elementsBefore)
  for (const field of elementsBefore) {
    if (field.isConnected || !isField(field)) continue
    const successor = successorOf(field)
    if (successor !== null) copyInput(field, successor)
  }
  // When a focused element is removed, the focus moves to the body.
  if (
    focusedElement instanceof HTMLElement &&
    !focusedElement.isConnected &&
    document.activeElement === document.body
  )
    moveFocus(focusedElement, successorOf(focusedElement))
  return successorOf
}

function isField(element: Element): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
}

function copyInput(from: Field, to: Field): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.type === 'file') {
      if (from.files === null || from.files.length === 0) return
      to.files = from.files
      to.dispatchEvent(new Event('change', { bubbles: true }))
      return
    }
    if (from.type === 'checkbox' || from.type === 'radio') {
      if (from.checked !== to.checked) to.click()
      return
    }
  }
  if (from.value === to.value) return
  // React overrides `value` on the element, and notices only a value that is set with the prototype's setter.
  Reflect.set(Object.getPrototypeOf(to), 'value', from.value, to)
  to.dispatchEvent(new Event(to instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function moveFocus(from: HTMLElement, to: HTMLElement | null): void {
  to?.focus({ preventScroll: true })
  // Some kinds of inputs, such as email, have no readable selection.
  if (hasSelection(from) && hasSelection(to) && from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

function hasSelection(element: HTMLElement | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}
