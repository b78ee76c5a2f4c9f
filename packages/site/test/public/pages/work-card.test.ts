import { createHash } from 'node:crypto'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sampleSha256, WorkCard } from '../../../src/public/pages/home/WorkCard.tsx'

test('the prerendered fingerprint is that of the sample line', () => {
  const [, line = ''] =
    /id="lyric"[^>]*value="([^"]*)"/.exec(renderToStaticMarkup(createElement(WorkCard))) ?? []
  expect(createHash('sha256').update(line).digest('hex')).toBe(sampleSha256)
})
