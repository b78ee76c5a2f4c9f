import { describe, expect, test } from 'vitest'
import { describeUse, findUses, forbiddenUses, readAllowed, readFiles } from './language-count.ts'

const rulesIn = (text: string, file = 'src/file.ts') =>
  findUses(new Map([[file, text]])).map(({ rule }) => rule.name)

describe('the repository', () => {
  const uses = findUses(readFiles())
  const allowed = readAllowed()

  test('has no retired name or phrase outside the allow-list', () => {
    expect(forbiddenUses(uses, allowed).map(describeUse)).toEqual([])
  })

  test('uses every entry of the allow-list, and each has a reason', () => {
    const isUsed = ({ rule, file, text }: (typeof allowed)[number]) =>
      uses.some((use) => use.rule.name === rule && use.file === file && use.text.includes(text))
    expect(allowed.filter((one) => !isUsed(one) || one.reason === '')).toEqual([])
  })
})

describe('findUses', () => {
  test.each([
    ['desk', 'createDraftDesk({ desk })'],
    ['book', 'function bookPayment() {} // books it'],
    ['deed', 'interface Deed {}'],
    ['concern', 'findConcerns()'],
    ['mend', '<p>{mend}</p>'],
    ['door', 'openBackupDoor()'],
    ['round', '// Ends the round.'],
    ['heir', 'const heir = 1'],
    ['journey', '// the journey of a customer'],
    ['*-words', "import { x } from './state-words.ts'"],
    ['anew', '// Made anew.'],
    ['by itself', 'Publish by itself on'],
    ['is no', '// It is no substitute.'],
    ['stands', '// once the entry stands'],
    ['answers', '// Answers the next page.'],
    ['e-mail', 'Your E-mail address'],
    ['by hand', 'We record it by hand.'],
    ['whoever', '// Whoever holds the lock'],
    ['shop promise', 'interface ShopPromise {}'],
    ['cited document', '// see SPEC.md section 4'],
    ['cited document', '// DESIGN section 8'],
  ])('finds "%s" in %s', (name, text) => {
    expect(new Set(rulesIn(text))).toEqual(new Set([name]))
  })

  test.each([
    'the desktop, Facebook, a notebook, recommend, indeed, outdoors, their, everlastingly',
    'Math.round(x); a rounded corner; around',
    'It is no longer there. There is no order. The text stands for itself.',
    'the specification; email; question and answer',
    '{ "types": ["node"] }',
  ])('finds nothing in: %s', (text) => {
    expect(rulesIn(text)).toEqual([])
  })

  test('finds names, and no phrases, in paths', () => {
    expect(rulesIn('', 'packages/api/src/watch/watch-routes.ts')).toEqual(['watch/', 'watch/'])
    expect(rulesIn('', 'docs/what-is-told-anew.md')).toEqual([])
  })

  test('says in which line', () => {
    expect(findUses(new Map([['a.ts', 'one\ntwo anew\nanew']])).map(({ line }) => line)).toEqual([2, 3])
  })
})

describe('forbiddenUses', () => {
  const uses = findUses(new Map([['a.ts', 'anew\nanew too\nnobody']]))

  test('leaves out what is allowed in that file, and what is only counted', () => {
    expect(forbiddenUses(uses, []).map(({ line }) => line)).toEqual([1, 2])
    const entry = { rule: 'anew', text: 'too', reason: 'A test.' }
    expect(forbiddenUses(uses, [{ ...entry, file: 'a.ts' }]).map(({ line }) => line)).toEqual([1])
    expect(forbiddenUses(uses, [{ ...entry, file: 'b.ts' }]).map(({ line }) => line)).toEqual([1, 2])
  })
})
