import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { beforeAll, expect, test } from 'vitest'

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
    // The plugins of the linter.
    cpSync(path.join(root, '.ci/lint-plugin.js'), path.join(folder, '.ci/lint-plugin.js'))
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

const forbidden: [file: string, specifier: string][] = [
  // The rooms
  ['packages/core/src/operations/x.ts', '../pages/site-server.ts'],
  ['packages/core/src/pages/x.ts', '../operations/endpoints.ts'],
  ['packages/core/src/orders/x.ts', '../blog/slug.ts'],
  ['packages/core/src/orders/price/x.ts', '../../pages/site-server.ts'],
  ['packages/core/src/proofs/x.ts', '../orders/order.ts'],
  ['packages/core/src/blog/x.ts', '../orders/order.ts'],
  ['packages/core/src/settings/x.ts', '../proofs/anchors/anchor.ts'],
  ['packages/core/src/staff/x.ts', '../settings/shop.ts'],
  ['packages/core/src/platform/x.ts', '../staff/auth/endpoints.ts'],
  ['packages/core/src/platform/http/x.ts', '../../api.ts'],
  ['packages/api/src/operations/x.ts', '../pages/pages.ts'],
  ['packages/api/src/pages/x.ts', '../operations/config/env.ts'],
  ['packages/api/src/orders/x.ts', '../blog/post-view.ts'],
  ['packages/api/src/orders/emails/x.ts', '../../pages/pages.ts'],
  ['packages/api/src/orders/gateway/stripe-gateway.ts', '../../blog/post-view.ts'],
  ['packages/api/src/proofs/x.ts', '../orders/order-service.ts'],
  ['packages/api/src/blog/x.ts', '../order-book/order-entity.ts'],
  ['packages/api/src/order-book/x.ts', '../proofs/leaves/leaf-entity.ts'],
  ['packages/api/src/settings/x.ts', '../order-book/order-entity.ts'],
  ['packages/api/src/staff/x.ts', '../settings/shop-settings.ts'],
  ['packages/api/src/platform/x.ts', '../staff/auth/admin-entity.ts'],
  ['packages/api/src/platform/http/x.ts', '../../server.ts'],
  ['packages/site/src/public/blog/x.tsx', '../proofs/badge/badge-code.ts'],
  ['packages/site/src/public/orders/x.tsx', '../blog/Post.tsx'],
  ['packages/site/src/public/proofs/x.tsx', '../orders/use-price.ts'],
  ['packages/site/src/public/settings/x.tsx', '../pages/home/HomePage.tsx'],
  ['packages/site/src/public/platform/x.tsx', '../settings/legal/LegalText.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../blog/index.ts'],
  ['packages/site/src/admin/proofs/x.tsx', '../orders/index.ts'],
  ['packages/site/src/admin/blog/x.tsx', '../orders/index.ts'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../../orders/index.ts'],
  ['packages/site/src/admin/settings/x.tsx', '../blog/index.ts'],
  ['packages/site/src/admin/staff/x.tsx', '../blog/index.ts'],
  ['packages/site/src/admin/platform/x.tsx', '../orders/index.ts'],
  ['packages/site/src/admin/platform/ui/x.tsx', '../../staff/login/index.ts'],
  ['packages/admin-desktop/src/main/orders/x.ts', '../operations/updates.ts'],
  ['packages/admin-desktop/src/main/windows/x.ts', '../orders/order-watch.ts'],
  ['packages/admin-desktop/src/main/operations/x.ts', '../windows/tray.ts'],
  ['packages/admin-desktop/src/main/staff/x.ts', '../windows/tray.ts'],
  ['packages/admin-desktop/src/main/blog/x.ts', '../staff/shops.ts'],
  ['packages/admin-desktop/src/main/platform/x.ts', '../staff/shops.ts'],
  ['packages/admin-desktop/src/main/platform/x.ts', '../start-app.ts'],
  // What else each package may import
  ['packages/core/src/api.ts', 'react'],
  ['packages/core/src/orders/x.ts', 'node:fs'],
  ['packages/core/src/orders/x.ts', 'react'],
  ['packages/core/src/orders/x.ts', '@priormark/api'],
  ['packages/core/src/orders/x.ts', '../../testing/draft-model.ts'],
  ['packages/api/src/orders/x.ts', './payments/payment-routes.ts'],
  ['packages/api/src/orders/x.ts', '@priormark/site/admin'],
  ['packages/api/src/orders/x.ts', '../../../site/src/rendering/entry-server.tsx'],
  ['packages/api/src/orders/x.ts', 'react'],
  ['packages/api/src/orders/x.ts', 'stripe'],
  ['packages/api/src/orders/x.ts', '../../testing/test-app.ts'],
  ['packages/api/src/orders/gateway/payment-gateway.ts', 'stripe'],
  ['packages/api/src/orders/gateway/stripe-gateway.ts', '../payments/payment-routes.ts'],
  ['packages/api/src/orders/gateway/stripe-gateway.ts', '@priormark/site/admin'],
  ['packages/api/src/orders/gateway/stripe-gateway.ts', '../../../test/orders/payments/payment-fixtures.ts'],
  ['packages/api/src/app.ts', 'stripe'],
  ['packages/api/src/app.ts', '@priormark/site/admin'],
  ['packages/api/src/app.ts', '../testing/test-app.ts'],
  ['packages/api/src/server.ts', './orders/order-routes.ts'],
  ['packages/api/embedded-chain/x.ts', '../testing/silent-log.ts'],
  ['packages/site/src/public/pages/x.tsx', '../../admin/index.ts'],
  ['packages/site/src/public/pages/x.tsx', '../../app/web-platform.ts'],
  ['packages/site/src/public/pages/x.tsx', '../../rendering/Site.tsx'],
  ['packages/site/src/public/pages/x.tsx', 'antd'],
  ['packages/site/src/public/pages/x.tsx', '@tanstack/react-query'],
  ['packages/site/src/public/pages/x.tsx', 'ckeditor5'],
  ['packages/site/src/public/pages/x.tsx', '../../../../api/src/app.ts'],
  ['packages/site/src/public/pages/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/ui/x.tsx', '../public/pages/home/HomePage.tsx'],
  ['packages/site/src/ui/x.tsx', '../admin/index.ts'],
  ['packages/site/src/ui/x.tsx', '../rendering/page/page-context.tsx'],
  ['packages/site/src/ui/x.tsx', 'antd'],
  ['packages/site/src/ui/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/admin/orders/x.tsx', '../proofs/recording/OrderAnchors.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../../public/pages/home/HomePage.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../../rendering/page/page-context.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../../app/web-platform.ts'],
  ['packages/site/src/admin/orders/x.tsx', '../app/screens.ts'],
  ['packages/site/src/admin/orders/x.tsx', 'ckeditor5'],
  ['packages/site/src/admin/orders/x.tsx', '../../../../api/src/app.ts'],
  ['packages/site/src/admin/orders/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/admin/blog/x.tsx', '@ckeditor/ckeditor5-react'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../../staff/account/AccountForm.tsx'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../../../public/pages/home/HomePage.tsx'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../../../app/web-platform.ts'],
  ['packages/site/src/admin/blog/editor/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/admin/app/x.tsx', '../../public/pages/home/HomePage.tsx'],
  ['packages/site/src/admin/app/x.tsx', 'ckeditor5'],
  ['packages/site/src/admin/index.ts', 'ckeditor5'],
  ['packages/site/src/app/x.tsx', '../admin/orders/OrderScreen.tsx'],
  ['packages/site/src/app/x.tsx', 'antd'],
  ['packages/site/src/app/x.tsx', '../public/pages/home/HomePage.tsx'],
  ['packages/site/src/app/x.tsx', '../rendering/Site.tsx'],
  ['packages/site/src/app/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/rendering/x.tsx', '../admin/index.ts'],
  ['packages/site/src/rendering/x.tsx', '../app/web-platform.ts'],
  ['packages/site/src/rendering/x.tsx', 'antd'],
  ['packages/site/src/rendering/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/rendering/page/x.tsx', '../pages.ts'],
  ['packages/site/src/rendering/page/x.tsx', '../../public/pages/home/HomePage.tsx'],
  ['packages/site/src/rendering/page/x.tsx', 'antd'],
  ['packages/site/src/rendering/page/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/admin-desktop/src/main/x.ts', '@priormark/site/admin'],
  ['packages/admin-desktop/src/main/staff/x.ts', '@priormark/site/admin'],
  ['packages/admin-desktop/src/preload/x.ts', '@priormark/site/admin'],
  ['packages/admin-desktop/src/shared/x.ts', '@priormark/site/admin'],
  ['packages/admin-desktop/src/main/x.ts', '../../../api/src/app.ts'],
  ['packages/admin-desktop/src/main/x.ts', '@priormark/core/testing/draft-model'],
  ['packages/admin-desktop/src/renderer/x.tsx', 'electron'],
  ['packages/admin-desktop/src/renderer/x.tsx', '../main/platform/ipc.ts'],
  ['packages/admin-desktop/src/renderer/x.tsx', '../shared/bridge.ts'],
  ['packages/admin-desktop/src/renderer/x.tsx', '../../../site/src/admin/orders/OrderScreen.tsx'],
  ['packages/admin-desktop/src/renderer/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/e2e/x.spec.ts', '../../api/test/blog/blog-fixtures.ts'],
  ['packages/site/testing/screens/x.screen.ts', '@priormark/api/test/blog/blog-fixtures'],
  ['packages/site/test/invariants/x.test.ts', '../../../core/test/blog/drafts/draft-sync.test.ts'],
  ['packages/admin-desktop/e2e/x.spec.ts', '../../site/test/public/orders/order-fixtures.ts'],
  ['packages/admin-desktop/e2e/x.spec.ts', '../../site/e2e/fixtures.ts'],
  ['packages/admin-desktop/test/x.test.ts', '../../core/test/blog/drafts/draft-sync.test.ts'],
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
  ['packages/core/src/orders/x.ts', '../platform/money.ts'],
  ['packages/core/src/api.ts', './operations/endpoints.ts'],
  ['packages/api/src/orders/x.ts', './payments/payment-service.ts'],
  ['packages/api/src/orders/emails/x.ts', '../payments/payment-service.ts'],
  ['packages/api/src/orders/x.ts', '../order-book/order-entity.ts'],
  ['packages/api/src/orders/x.ts', '../platform/http/route.ts'],
  ['packages/api/src/orders/gateway/stripe-gateway.ts', 'stripe'],
  ['packages/api/src/app.ts', './orders/order-routes.ts'],
  ['packages/api/src/operations/database/x.ts', '../../blog/post-entity.ts'],
  ['packages/site/src/public/pages/x.tsx', '../../ui/Seal.tsx'],
  ['packages/site/src/public/blog/x.tsx', '../orders/order-form/OrderForm.tsx'],
  ['packages/site/src/admin/orders/x.tsx', 'antd'],
  ['packages/site/src/admin/orders/x.tsx', './customers/EraseDialog.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '../proofs/recording/index.ts'],
  ['packages/site/src/admin/orders/x.tsx', '../platform/ui/Field.tsx'],
  ['packages/site/src/admin/orders/x.tsx', '@priormark/core/blog/post'],
  ['packages/site/src/admin/blog/editor/x.tsx', 'ckeditor5'],
  ['packages/site/src/admin/blog/editor/x.tsx', '../post-queries.ts'],
  ['packages/site/src/admin/blog/x.tsx', '../staff/account/index.ts'],
  ['packages/site/src/admin/platform/ui/x.tsx', '../session/admin-context.tsx'],
  ['packages/site/src/admin/platform/session/x.ts', '../../../ui/toast-store.ts'],
  ['packages/site/src/admin/app/x.tsx', '../orders/OrderScreen.tsx'],
  ['packages/site/src/app/x.tsx', '../admin/index.ts'],
  ['packages/site/src/rendering/x.tsx', '../public/pages/home/HomePage.tsx'],
  ['packages/site/src/public/pages/x.tsx', '../../rendering/page/page-context.tsx'],
  ['packages/admin-desktop/src/main/start-app.ts', './orders/order-watch.ts'],
  ['packages/admin-desktop/src/main/staff/x.ts', '../blog/open-drafts.ts'],
  ['packages/admin-desktop/src/renderer/x.tsx', '@priormark/site/admin'],
  ['packages/api/test/orders/x.test.ts', './payments/payment-fixtures.ts'],
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
  lintLine('packages/api/src/orders/methods.ts', 'export const a = (pool: Pool) => { pool.end = () => {} }'),
  lintLine(
    'packages/api/src/orders/methods.ts',
    'export const b = (pool: Pool) => { const end = async () => {}; pool.end = end as Pool["end"] }',
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
].map((line, index) => lintLine(`packages/api/src/orders/statement-${index}.ts`, line))
const rulesOfTemplate = lintLine(
  'packages/api/src/orders/template.ts',
  'export const read = (db: Db) => sql`select 1`.execute(db)',
)
const rulesOfBackup = lintLine(
  'packages/api/src/operations/backup/statement.ts',
  "export const close = (em: Em) => em.execute('close rows_to_keep')",
)
test('only migrations, backup and the doctor have SQL in strings', () => {
  for (const rulesOf of rulesOfStatements) expect(rulesOf()).toContain('priormark(sql-in-strings)')
  expect(rulesOfTemplate()).toEqual([])
  expect(rulesOfBackup()).toEqual([])
})
