import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../docs', name), 'utf8')

test('docs/architecture.svg shows every label of its source', () => {
  const labels = Array.from(read('architecture.mmd').matchAll(/"([^"]+)"/g), ([, label = '']) => label)
  // Long labels are broken into several elements.
  const shown = read('architecture.svg')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')
  expect(labels).not.toHaveLength(0)
  expect(labels.filter((label) => !shown.includes(label))).toEqual([])
})
