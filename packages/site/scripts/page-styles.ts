import type { PageStyles } from '@priormark/core/pages/site-server'

/** Files of pages that neither the landing page nor pages of text show, and of what only a script shows. */
const ofOtherPages = [
  'BadgeSnippet',
  'CheckoutPage',
  'ChosenFile',
  'LoadBoundary',
  'NotFoundPage',
  'OrderCard',
  'SuccessPage',
  'visits',
]

const ofLanding = ['HomePage', 'ReasonsIsland', 'RecordSeal', 'section', 'StepsIsland', 'WorkCard']

const ofOrder = ['BadgeSnippet', 'LoadBoundary', 'NotFoundPage', 'RecordSeal']
const ofUpload = ['OrderForm', 'UploadArea']

/** Returns what the kinds of pages inline of the style sheet. Hydration loads the rest. */
export function pageStyles(css: string, href: string): PageStyles {
  const ofOthers = [...ofOtherPages, ...ofLanding]
  return {
    href,
    all: css,
    landing: without([...ofOtherPages, 'page'], css),
    text: without(ofOthers, css),
    blog: without([...ofOthers, 'page'], css),
    order: without([...ofOthers.filter((file) => !ofOrder.includes(file)), ...ofUpload], css),
  }
}

/** Leaves out the rules and keyframes that only apply to classes of some files. */
function without(leftOut: readonly string[], css: string): string {
  return rulesIn(css)
    .filter((rule) => {
      const files = [...rule.matchAll(/(?:\.|@keyframes )([a-z][\w-]*)-\w+/gi)].map(([, file = '']) => file)
      return files.length === 0 || files.some((file) => !leftOut.includes(file))
    })
    .join('')
}

/** Splits a minified style sheet into its outermost rules. */
function rulesIn(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: character, index } of css.matchAll(/[{};]/g)) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (depth > 0 || character === '{') continue
    rules.push(css.slice(start, index + 1))
    start = index + 1
  }
  return rules
}
