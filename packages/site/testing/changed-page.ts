/** Changes to a page by programs other than its own. Each function runs in the page, so it uses nothing from outside. */
export const pageChanges = {
  /** As browsers translate a page: every text becomes nested <font> elements, also one that appears later. */
  'a translation': () => {
    const untouched = 'script, style, noscript, textarea, svg, code, iframe, font'
    const wrap = (text: Node) => {
      if (text.nodeValue?.trim() === '' || text.parentElement?.closest(untouched) !== null) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.nodeValue
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) wrap(text)
    }
    translate(document.body)
    document.documentElement.classList.add('translated-ltr')
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node instanceof Text) wrap(node)
          else if (node.nodeName !== 'FONT') translate(node)
        }
      }
    }).observe(document.body, { childList: true, subtree: true })
  },

  /** As password managers and grammar checkers put their buttons beside fields. */
  'elements after each field': () => {
    for (const field of document.querySelectorAll('#root input, #root textarea')) {
      const added = document.createElement('div')
      added.append(document.createElement('span'))
      field.after(added)
    }
  },

  /** As reading aids and blockers remove what they take for clutter. */
  'removed elements': () => {
    for (const element of document.querySelectorAll('#root header, #root footer, #root h1')) element.remove()
  },
} satisfies Record<string, () => void>
