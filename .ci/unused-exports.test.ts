import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// What is exported and used in no other file is either dead or local. Types are left out: the compiler may need their names.

const root = path.resolve(import.meta.dirname, '..')
const texts = new Map(
  globSync(['oxlint.config.ts', '{packages,.ci}/**/*.{ts,tsx,js,mjs}'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).map((file) => [
    file,
    readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''),
  ]),
)

/** Names that a build or a test runner imports. */
const usedByTools = ['Fragment', 'jsxs', 'shareS3Server', 'collectStatements']

test('every exported value is used in another file', () => {
  const fileCounts = new Map<string, number>()
  for (const text of texts.values())
    for (const word of new Set(text.match(/[\w$]+/g))) fileCounts.set(word, (fileCounts.get(word) ?? 0) + 1)
  const unused = Array.from(texts).flatMap(([file, text]) =>
    Array.from(
      text.matchAll(/^export (?:default )?(?:async )?(?:function\*?|const|class) ([\w$]+)/gm),
      ([, name = '']) => ({ file, name }),
    ).filter(({ name }) => fileCounts.get(name) === 1 && !usedByTools.includes(name)),
  )
  expect(texts.size).toBeGreaterThan(1_000)
  expect(unused).toEqual([])
})
