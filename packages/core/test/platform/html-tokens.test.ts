import { decodeEntities, htmlTokens, isDeeperThan, mapHtml } from '@priormark/core/platform/html-tokens'
import { textOf } from '@priormark/core/blog/excerpt'
import { hasContent, PostInput } from '@priormark/core/blog/post'
import { markupProblem, readMarkup } from '@priormark/core/settings/legal-markup'
import fc from 'fast-check'
import { Tokenizer } from 'htmlparser2'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cpuMilliseconds, isCostly } from '../../testing/cpu-time.ts'
import { propertyRuns } from '../../testing/depth.ts'
import { hostileHtml, ordinaryHtml } from '../../testing/hostile-html.ts'

/** Pieces of HTML in any order: whole, unfinished, misplaced. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<P CLASS=a>',
      '<img src="a>b" alt=\'"\'>',
      '<br/>',
      '<a href=x/>',
      '<a b c = d>',
    ),
    fc.constantFrom('<', '</', '<!', '<!-', '<!--', '-->', '--!>', '<!-->', '<!--->', '<?x>', '</ a>', '</>'),
    fc.constantFrom(
      '<script>',
      '</script>',
      '</SCRIPT >',
      '<style>',
      '</style',
      '<title>',
      '</title>',
      '<iframe>',
    ),
    fc.constantFrom(
      '"',
      "'",
      '=',
      '>',
      ' ',
      '\n',
      '\u00a0',
      '/',
      'a',
      '<a ',
      '<a b="',
      "<a b='",
      '&amp;',
      '😀',
    ),
    fc.string({ maxLength: 6 }),
  ),
  { maxLength: 14 },
)

/** What a browser sees, as text: tags with their attributes, and the text between. */
function tokensOf(html: string): string[] {
  const tokens: string[] = []
  for (const token of htmlTokens(html)) {
    if (token.kind === 'open') tokens.push(`<${token.name} ${JSON.stringify([...token.attributes])}`)
    else if (token.kind === 'close') tokens.push(`/${token.name}`)
    else if (token.kind !== 'ignored') tokens.push(`text ${token.html}`)
  }
  return joinTexts(tokens)
}

/** The same from htmlparser2. */
function libraryTokensOf(html: string): string[] {
  const tokens: string[] = []
  let name = ''
  let attributes = new Map<string, string>()
  let attributeName = ''
  let value = ''
  const nothing = () => undefined
  const endTag = () => tokens.push(`<${name} ${JSON.stringify([...attributes])}`)
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => tokens.push(`text ${html.slice(start, end)}`),
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        attributeName = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata: (start, end) => (value += html.slice(start, end)),
      onattribend: () => attributes.has(attributeName) || attributes.set(attributeName, value),
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag: (start, end) => tokens.push(`/${html.slice(start, end).toLowerCase()}`),
      onattribentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontextentity: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return joinTexts(tokens)
}

function joinTexts(tokens: readonly string[]): string[] {
  const joined: string[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if (token.startsWith('text ') && last?.startsWith('text '))
      joined[joined.length - 1] = last + token.slice(5)
    else joined.push(token)
  }
  return joined
}

describe('htmlTokens', () => {
  test('finds the same tags, attributes and texts as htmlparser2', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        // Every tag and comment ends: what never ends is dropped by browsers, and by htmlparser2 not always.
        const html = `${parts.join('')}'>">-->`
        // Browsers also read the attributes of end tags.
        fc.pre(!/<\/[a-z][^>]*["']/i.test(html))
        expect(tokensOf(html)).toEqual(libraryTokensOf(html))
      }),
      propertyRuns({ normal: 3_000, deep: 200_000 }),
    )
  })

  test('returns pieces that together are the HTML', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        expect(mapHtml(parts.join(''), ({ html }) => html)).toBe(parts.join(''))
      }),
      propertyRuns({ normal: 1_000, deep: 20_000 }),
    )
  })

  test('decodes entities, and keeps unknown ones', () => {
    expect(decodeEntities('&lt;&#60;&#x3C;&hellip;&nbsp;&unknown;&')).toBe('<<<… &unknown;&')
  })
})

test('isDeeperThan counts the elements inside one another', () => {
  expect(isDeeperThan(2, '<b><i>x</i></b>')).toBe(false)
  expect(isDeeperThan(2, '<b><i><u>x</u></i></b>')).toBe(true)
  expect(isDeeperThan(1, '<p>a<br><p>b<img><p>c')).toBe(false)
  expect(isDeeperThan(1, '<b></i><b></b></b>')).toBe(true)
  expect(isDeeperThan(1, '<oembed url="a"><oembed url="b">')).toBe(true)
})

test.each([
  { name: 'textOf', call: textOf },
  { name: 'hasContent', call: hasContent },
  {
    name: 'PostInput',
    call: (content: string) => v.safeParse(PostInput, { title: 'a', slug: 'a', content }),
  },
  { name: 'readMarkup', call: (markup: string) => readMarkup(`## a\n${markup}`) },
  { name: 'markupProblem', call: (markup: string) => markupProblem(`## a\n${markup}`) },
])(
  '$name takes no longer for hostile HTML than for twenty ordinary posts of its length',
  async ({ call }) => {
    const ordinaryMs = await cpuMilliseconds(() => call(ordinaryHtml))
    const markup = ['[', '](', '**a', '[a](https://', '- '].map((part) =>
      part.repeat(ordinaryHtml.length / part.length),
    )
    for (const html of [...hostileHtml, ...markup]) {
      expect(await isCostly(() => call(html), 20 * ordinaryMs)).toBe(false)
    }
  },
)
