/**
 * Renders the verifier's components without React: verify.html is built with this in place of react/jsx-runtime. It
 * supports only what those components use: no hooks and no state; every render creates new elements.
 */

type Child = Node | string | number | boolean | null | undefined | readonly Child[]
type Props = Record<string, unknown> & { children?: Child }
type Component = (props: Props) => Node

/** Children without a parent element. */
export const Fragment = ({ children }: Props): Node => {
  const fragment = document.createDocumentFragment()
  append(fragment, children)
  return fragment
}

/** Creates an element, or calls a component. */
export function jsx(type: string | Component, props: Props): Node {
  if (typeof type !== 'string') return type(props)
  const element = svgNames.has(type)
    ? document.createElementNS('http://www.w3.org/2000/svg', type)
    : document.createElement(type)
  for (const [name, value] of Object.entries(props)) {
    if (name !== 'children') set(element, name, value)
  }
  append(element, props.children)
  return element
}

export const jsxs = jsx

const svgNames = new Set(['svg', 'path', 'g', 'circle'])

/** React's attribute names that differ from HTML's. */
const attributeNames: Record<string, string> = {
  className: 'class',
  strokeWidth: 'stroke-width',
  tabIndex: 'tabindex',
  autoComplete: 'autocomplete',
}

function set(element: Element, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (name.startsWith('on') && isListener(value)) {
    element.addEventListener(name.slice(2).toLowerCase(), value)
    return
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new TypeError(`${name} has a value that no attribute can have`)
  const isAria = name.startsWith('aria-')
  if (value === false && !isAria) return
  element.setAttribute(attributeNames[name] ?? name, value === true && !isAria ? '' : String(value))
}

function isListener(value: unknown): value is (event: Event) => void {
  return typeof value === 'function'
}

function append(parent: Node, child: Child): void {
  if (child === undefined || child === null || typeof child === 'boolean') return
  if (isList(child)) for (const item of child) append(parent, item)
  else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)))
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child)
}
