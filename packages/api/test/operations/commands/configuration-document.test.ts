import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { configurationDocument } from '../../../src/operations/commands/configuration-document.ts'

test('docs/configuration.md matches the output of `npm run docs`', () => {
  const file = path.resolve(import.meta.dirname, '../../../../../docs/configuration.md')
  expect(readFileSync(file, 'utf8')).toBe(configurationDocument())
})

test('every row has a name, a default and a description', () => {
  const rows = configurationDocument()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows.length).toBeGreaterThan(50)
  for (const row of rows) expect(row).toMatch(/^\| `[A-Z][A-Z0-9_]+` \| [^|]+ \| [^|]+\. \|$/)
})
