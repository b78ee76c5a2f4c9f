type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns an element, or what took its place when React rendered the page anew; null if that is not certain. */
export type SuccessorOf = <Kind extends Element>(element: Kind) => Kind | null

function successorsOf(before: readonly Element[]): SuccessorOf {
  return function successorOf<Kind extends Element>(element: Kind): Kind | null {
    if (element.isConnected) return element
    const selector = selectorOf(element)
    const formerly = before.filter((one) => one.matches(selector))
    const now = document.querySelectorAll<Kind>(selector)
    return formerly.length === now.length ? (now[formerly.indexOf(element)] ?? null) : null
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
 * @param before the elements of the page before hydration, in order
 */
export function restoreInput(before: readonly Element[], focused: EventTarget | null): SuccessorOf {
  const successorOf = successorsOf(before)
  for (const field of before) {
    if (field.isConnected || !isField(field)) continue
    const successor = successorOf(field)
    if (successor !== null) copyInput(field, successor)
  }
  // The focus of a removed element falls to the body.
  if (focused instanceof HTMLElement && !focused.isConnected && document.activeElement === document.body)
    moveFocus(focused, successorOf(focused))
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
  // React notices a value only if it was set past its own property on the element.
  Reflect.set(Object.getPrototypeOf(to), 'value', from.value, to)
  to.dispatchEvent(new Event(to instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function moveFocus(from: HTMLElement, to: HTMLElement | null): void {
  to?.focus({ preventScroll: true })
  // Some kinds of inputs, such as email, have no readable selection.
  if (isText(from) && isText(to) && from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

function isText(element: HTMLElement | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}
