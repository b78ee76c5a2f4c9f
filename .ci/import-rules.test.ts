import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { beforeAll, expect, test } from 'vitest'
import { allowedImports, forbiddenImports } from './import-cases.ts'

// A rule whose pattern matches nothing passes silently, so every import rule of oxlint.config.ts is broken here once.

const root = path.resolve(import.meta.dirname, '..')

interface Diagnostic {
  code: string
  filename: string
  labels: { span: { line: number } }[]
}

/** The lines to lint, by file. One run of oxlint covers them all, since starting it costs more than linting. */
const linesByFile = new Map<string, string[]>()
let diagnostics: Diagnostic[]

/** Adds a line to a file of the linted project. @returns a function that names the rules the line breaks */
function lintLine(file: string, line: string): () => string[] {
  const lines = linesByFile.get(file) ?? []
  linesByFile.set(file, lines)
  const lineNumber = lines.push(line)
  return () =>
    diagnostics
      .filter(({ filename, labels }) => filename === file && labels[0]?.span.line === lineNumber)
      .map(({ code }) => code.replace(/^eslint\((.*)\)$/, '$1'))
}

beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-rules-'))
  try {
    cpSync(path.join(root, 'oxlint.config.ts'), path.join(folder, 'oxlint.config.ts'))
    for (const file of ['.ci/lint-plugin.js', '.ci/room-rules.ts'])
      cpSync(path.join(root, file), path.join(folder, file))
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    for (const [file, lines] of linesByFile) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), `${lines.join('\n')}\n`)
    }
    const oxlint = path.join(root, 'node_modules/.bin/oxlint')
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', 'packages'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const report: { diagnostics: Diagnostic[]; number_of_files: number } = JSON.parse(stdout)
    expect(report.number_of_files).toBe(linesByFile.size)
    diagnostics = report.diagnostics
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** An import and its use on one line. Names differ, since one file may hold several of these lines. */
const importLine = (specifier: string, index: number) =>
  `import { x as x${index} } from '${specifier}'; x${index}()`

test.for(
  forbiddenImports.map(([file, specifier], index) => ({
    file,
    specifier,
    brokenRules: lintLine(file, importLine(specifier, index)),
  })),
)('$file may not import $specifier', ({ brokenRules }) => {
  expect(brokenRules()).toContain('no-restricted-imports')
})

test.for(
  allowedImports.map(([file, specifier], index) => ({
    file,
    specifier,
    brokenRules: lintLine(file, importLine(specifier, forbiddenImports.length + index)),
  })),
)('$file may import $specifier', ({ brokenRules }) => {
  expect(brokenRules()).toEqual([])
})

const readsEnvironment = "import process from 'node:process'; export const port = process.env.PORT"
const rulesOutsideEnv = lintLine('packages/api/src/orders/environment.ts', readsEnvironment)
const rulesInsideEnv = lintLine('packages/api/src/operations/config/env.ts', readsEnvironment)
test('only env.ts reads process.env', () => {
  expect(rulesOutsideEnv()).toContain('no-restricted-properties')
  expect(rulesInsideEnv()).toEqual([])
})

const rulesOfQuery = lintLine(
  'packages/api/src/orders/query.ts',
  'export const search = (ctx: { query: object }) => ctx.query',
)
test('no code reads the query that Koa parses', () => {
  expect(rulesOfQuery()).toContain('no-restricted-properties')
})

const rulesOfPrompt = lintLine('packages/site/src/admin/prompt.tsx', "export const a = prompt('Link?')")
test('no code calls the dialogs of the browser', () => {
  expect(rulesOfPrompt()).toContain('no-restricted-globals')
})

test.each([
  lintLine(
    'packages/core/src/orders/expressions.ts',
    "export const a = (text: string) => text.replace(/\\/+$/, '')",
  ),
  lintLine(
    'packages/api/src/orders/expressions.ts',
    'export const b = (text: string) => /^(?!.*@[^.]+$)/.test(text)',
  ),
])('a regular expression of quadratic time is refused', (brokenRules) => {
  expect(brokenRules().join()).toMatch(/regexp\(no-super-linear-(?:move|backtracking)\)/)
})

test.each([
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const a = (pool: Pool) => { pool.drain = () => {} }',
  ),
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const b = (pool: Pool) => { const drain = async () => {}; pool.drain = drain as Pool["drain"] }',
  ),
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const c = (pool: Pool) => { pool.drain = pool.drain.bind(pool) }',
  ),
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const d = (pool: Pool) => { pool.once = () => pool }',
  ),
  lintLine('packages/api/src/orders/methods.ts', 'export const h = (pool: Pool) => { pool.end = other.end }'),
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const i = (pool: Pool) => { pool.query = limited(pool.query) }',
  ),
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const e = (pool: Pool) => Object.assign(pool, { end() {} })',
  ),
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const f = (pool: Pool) => Object.defineProperty(pool, "end", { value: () => {} })',
  ),
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const g = (pool: Pool) => Reflect.set(pool, "end", () => {})',
  ),
])('a method of an object of others is not replaced', (brokenRules) => {
  expect(brokenRules()).toContain('priormark(replaced-methods)')
})

test.each([
  lintLine('packages/api/src/orders/values.ts', 'export const a = (order: Order) => { order.paidAt = now }'),
  lintLine(
    'packages/site/src/ui/values.ts',
    'export const b = (image: HTMLImageElement) => { image.onload = () => {} }',
  ),
])('a value and an event handler may be set', (brokenRules) => {
  expect(brokenRules()).toEqual([])
})

const rulesOfStatements = [
  "export const read = (em: Em) => em.execute<{ id: string }[]>('select id from orders')",
  'export const read = (em: Em, text: string) => em.execute(text, [1])',
  "export const read = (em: Em, part: string) => em.execute('select id from orders where ' + part)",
  'export const read = (em: Em, ids: string[]) => em.execute(textOf(ids))',
  'export const read = (em: Em, text: string) => em["execute"](text)',
].map((line, index) => lintLine(`packages/api/src/orders/statement-${index}.ts`, line))
const rulesOfTemplate = lintLine(
  'packages/api/src/orders/template.ts',
  'export const read = (db: Db) => sql`select 1`.execute(db)',
)
const rulesOfBackup = lintLine(
  'packages/api/src/operations/backup/statement.ts',
  "export const close = (em: Em) => em.execute('close backup_rows')",
)
test('only migrations, backup and the doctor have SQL in strings', () => {
  for (const rulesOf of rulesOfStatements) expect(rulesOf()).toContain('priormark(sql-in-strings)')
  expect(rulesOfTemplate()).toEqual([])
  expect(rulesOfBackup()).toEqual([])
})
