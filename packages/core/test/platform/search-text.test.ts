import { foldText } from '@priormark/core/platform/search-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../testing/depth.ts'
import { searchNames } from '../../testing/search-names.ts'

describe('the folding of searches', () => {
  test.each(searchNames)('lets %j find %j', (typed, name) => {
    expect(foldText(name)).toContain(foldText(typed))
    expect(foldText(name.toUpperCase())).toBe(foldText(name))
  })

  test('ignores invisible characters, and keeps letters of other scripts', () => {
    expect(foldText('so\u00adng\u200b \u202e歌 Живой')).toBe('song 歌 живои')
  })

  test('is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
      }),
      propertyRuns({ normal: 200, deep: 20_000 }),
    )
  })
})
