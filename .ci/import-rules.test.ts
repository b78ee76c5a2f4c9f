import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'

// A rule whose pattern matches nothing passes silently, so every import rule of .oxlintrc.json is broken here once.

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
    cpSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
    // The plugins of the linter.
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    for (const [file, lines] of linesByFile) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), `${lines.join('\n')}\n`)
    }
    const oxlint = path.join(root, 'node_modules/.bin/oxlint')
    const { stdout } = spawnSync(oxlint, ['--format', 'json', 'packages'], {
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

const forbidden: [file: string, specifier: string][] = [
  ['packages/core/src/orders/x.ts', 'node:fs'],
  ['packages/core/src/orders/x.ts', 'react'],
  ['packages/core/src/orders/x.ts', '@priormark/api'],
  ['packages/api/src/orders/x.ts', '../payments/payment-routes.ts'],
  ['packages/api/src/orders/x.ts', '@priormark/site/admin'],
  ['packages/api/src/orders/x.ts', '../../../site/src/app/entry-server.tsx'],
  ['packages/api/src/orders/x.ts', 'stripe'],
  ['packages/api/src/orders/gateway/payment-service.ts', 'stripe'],
  ['packages/api/src/orders/gateway/stripe-gateway.ts', './payment-routes.ts'],
  ['packages/api/src/app.ts', 'stripe'],
  ['packages/site/src/public/home/x.tsx', '../../admin/index.ts'],
  ['packages/site/src/public/home/x.tsx', '../../app/Site.tsx'],
  ['packages/site/src/public/home/x.tsx', 'antd'],
  ['packages/site/src/public/home/x.tsx', '@tanstack/react-query'],
  ['packages/site/src/public/home/x.tsx', 'ckeditor5'],
  ['packages/site/src/public/home/x.tsx', '../../../../api/src/env.ts'],
  ['packages/site/src/admin/orders/x.tsx', '../../public/home/HomePage.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../../app/Site.tsx'],
  ['packages/site/src/admin/orders/x.tsx', 'ckeditor5'],
  ['packages/site/src/admin/orders/x.tsx', '../../../../api/src/env.ts'],
  ['packages/site/src/admin/blog/x.tsx', '@ckeditor/ckeditor5-react'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../../../public/home/HomePage.tsx'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../../../app/Site.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../app/screens.ts'],
  ['packages/site/src/admin/orders/x.tsx', '../blog/BlogScreen.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../blog/editor/PostEditor.tsx'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../../images/local-image.ts'],
  ['packages/site/src/admin/app/x.tsx', '../orders/OrderScreen.tsx'],
  ['packages/site/src/admin/app/screens.ts', '../orders/OrdersPanel.tsx'],
  ['packages/site/src/admin/app/screens.ts', '../../public/home/HomePage.tsx'],
  ['packages/site/src/admin/ui/x.tsx', '../orders/index.ts'],
  ['packages/site/src/admin/ui/x.tsx', '../app/screens.ts'],
  ['packages/site/src/admin/ui/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/admin/session/x.ts', '../ui/Field.tsx'],
  ['packages/site/src/admin/session/x.ts', '../orders/index.ts'],
  ['packages/site/src/admin/session/x.ts', '../app/screens.ts'],
  ['packages/site/src/admin/session/x.ts', '@priormark/core/testing/draft-model'],
  ['packages/site/src/ui/x.tsx', '../public/home/HomePage.tsx'],
  ['packages/site/src/ui/x.tsx', '../admin/index.ts'],
  ['packages/site/src/ui/x.tsx', 'antd'],
  ['packages/site/src/app/x.tsx', '../admin/orders/OrderScreen.tsx'],
  ['packages/site/src/app/x.tsx', 'antd'],
  ['packages/admin-desktop/src/main/x.ts', '@priormark/site/admin'],
  ['packages/admin-desktop/src/preload/x.ts', '@priormark/site/admin'],
  ['packages/admin-desktop/src/shared/x.ts', '@priormark/site/admin'],
  ['packages/admin-desktop/src/main/x.ts', '../../../api/src/env.ts'],
  ['packages/admin-desktop/src/renderer/x.tsx', 'electron'],
  ['packages/admin-desktop/src/renderer/x.tsx', '../main/ipc.ts'],
  ['packages/admin-desktop/src/renderer/x.tsx', '../shared/bridge.ts'],
  ['packages/admin-desktop/src/renderer/x.tsx', '../../../site/src/admin/orders/OrderScreen.tsx'],
  ['packages/core/src/orders/x.ts', '../../testing/draft-model.ts'],
  ['packages/api/src/orders/x.ts', '../../testing/test-app.ts'],
  ['packages/api/src/app.ts', '../testing/test-app.ts'],
  ['packages/api/src/orders/gateway/stripe-gateway.ts', '../../test/payments/payment-fixtures.ts'],
  ['packages/api/embedded-chain/x.ts', '../testing/silent-log.ts'],
  ['packages/site/src/public/home/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/ui/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/admin/orders/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/admin/blog/editor/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/app/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/admin-desktop/src/main/x.ts', '@priormark/core/testing/draft-model'],
  ['packages/admin-desktop/src/renderer/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/e2e/x.spec.ts', '../../api/test/blog/blog-fixtures.ts'],
  ['packages/site/testing/screens/x.screen.ts', '@priormark/api/test/blog/blog-fixtures'],
  ['packages/site/test/invariants/x.test.ts', '../../../core/test/draft-sync.test.ts'],
  ['packages/admin-desktop/e2e/x.spec.ts', '../../site/test/order-fixtures.ts'],
  ['packages/admin-desktop/e2e/x.spec.ts', '../../site/e2e/fixtures.ts'],
  ['packages/admin-desktop/test/x.test.ts', '../../core/test/draft-sync.test.ts'],
  ['packages/api/testing/x.ts', '../../admin-desktop/test/api-process.ts'],
]

/** An import and its use on one line. Names differ, since one file may hold several of these lines. */
const importLine = (specifier: string, index: number) =>
  `import { x as x${index} } from '${specifier}'; x${index}()`

test.for(
  forbidden.map(([file, specifier], index) => ({
    file,
    specifier,
    brokenRules: lintLine(file, importLine(specifier, index)),
  })),
)('$file may not import $specifier', ({ brokenRules }) => {
  expect(brokenRules()).toContain('no-restricted-imports')
})

const allowed: [file: string, specifier: string][] = [
  ['packages/core/src/orders/x.ts', 'valibot'],
  ['packages/core/src/orders/x.ts', 'punycode/punycode.js'],
  ['packages/core/src/orders/x.ts', '../money.ts'],
  ['packages/api/src/orders/x.ts', '../payments/payment-service.ts'],
  ['packages/api/src/orders/x.ts', '../http/route.ts'],
  ['packages/api/src/orders/gateway/stripe-gateway.ts', 'stripe'],
  ['packages/api/src/app.ts', './orders/order-routes.ts'],
  ['packages/site/src/public/home/x.tsx', '../../ui/Seal.tsx'],
  ['packages/site/src/admin/orders/x.tsx', 'antd'],
  ['packages/site/src/admin/blog/editor/x.tsx', 'ckeditor5'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../post-queries.ts'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../../images/index.ts'],
  ['packages/site/src/admin/orders/x.tsx', '../anchors/index.ts'],
  ['packages/site/src/admin/orders/x.tsx', '../ui/Field.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../session/admin-context.tsx'],
  ['packages/site/src/admin/app/x.tsx', '../orders/index.ts'],
  ['packages/site/src/admin/app/screens.ts', '../orders/OrderScreen.tsx'],
  ['packages/site/src/admin/ui/x.tsx', '../session/admin-context.tsx'],
  ['packages/site/src/admin/ui/x.tsx', '../../ui/toast-store.ts'],
  ['packages/site/src/admin/session/x.ts', '../../ui/toast-store.ts'],
  ['packages/site/src/app/x.tsx', '../admin/index.ts'],
  ['packages/site/src/app/x.tsx', '../public/home/HomePage.tsx'],
  ['packages/admin-desktop/src/renderer/x.tsx', '@priormark/site/admin'],
  ['packages/api/test/orders/x.test.ts', '../payments/payment-fixtures.ts'],
  ['packages/api/test/orders/x.test.ts', '../../testing/test-app.ts'],
  ['packages/site/e2e/x.spec.ts', '@priormark/api/testing/shop-process'],
  ['packages/admin-desktop/e2e/x.spec.ts', '../test/api-process.ts'],
  ['packages/admin-desktop/e2e/x.spec.ts', '@priormark/site/testing/shop-api'],
]

test.for(
  allowed.map(([file, specifier], index) => ({
    file,
    specifier,
    brokenRules: lintLine(file, importLine(specifier, forbidden.length + index)),
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

const rulesOfPrompt = lintLine(
  'packages/site/src/admin/orders/prompt.tsx',
  "export const link = prompt('Link?')",
)
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
