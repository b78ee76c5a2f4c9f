import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A rule whose pattern matches nothing passes silently, so every line of DESIGN.md's table is broken here once.

const root = path.resolve(import.meta.dirname, '..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'priormark-rules-'))
  cpSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The rules that a file breaks when it stands at a place of the project. */
function brokenRules(file: string, line: string): string[] {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, `${line}\n`)
  try {
    execFileSync(path.join(root, 'node_modules/.bin/oxlint'), ['--format', 'json', file], {
      cwd: folder,
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    const output = (error as { stdout: string }).stdout
    const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string }[] }
    return diagnostics.map(({ code }) => code.replace(/^eslint\((.*)\)$/, '$1'))
  } finally {
    rmSync(target)
  }
}

const forbidden: [file: string, specifier: string][] = [
  ['packages/core/src/orders/x.ts', 'node:fs'],
  ['packages/core/src/orders/x.ts', 'react'],
  ['packages/core/src/orders/x.ts', '@priormark/api'],
  ['packages/api/src/orders/x.ts', '../payments/payment-routes.ts'],
  ['packages/api/src/orders/x.ts', '@priormark/site/admin'],
  ['packages/api/src/orders/x.ts', '../../../site/src/app/entry-server.tsx'],
  ['packages/api/src/orders/x.ts', 'stripe'],
  ['packages/api/src/payments/payment-service.ts', 'stripe'],
  ['packages/api/src/payments/stripe-gateway.ts', './payment-routes.ts'],
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
  ['packages/api/src/payments/stripe-gateway.ts', '../../test/payments/payment-fixtures.ts'],
  ['packages/api/embedded-chain/x.ts', '../testing/silent-log.ts'],
  ['packages/site/src/public/home/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/ui/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/admin/orders/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/admin/blog/editor/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/src/app/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/admin-desktop/src/main/x.ts', '@priormark/core/testing/draft-model'],
  ['packages/admin-desktop/src/renderer/x.tsx', '@priormark/core/testing/draft-model'],
  ['packages/site/e2e/x.spec.ts', '../../api/test/blog/blog-fixtures.ts'],
  ['packages/site/e2e/screens/x.screen.ts', '@priormark/api/test/blog/blog-fixtures'],
  ['packages/site/test/laws/x.test.ts', '../../../core/test/draft-sync.test.ts'],
  ['packages/admin-desktop/e2e/x.spec.ts', '../../site/test/order-fixtures.ts'],
  ['packages/admin-desktop/test/x.test.ts', '../../core/test/draft-sync.test.ts'],
  ['packages/api/testing/x.ts', '../../admin-desktop/test/api-process.ts'],
]

test.each(forbidden)('%s may not import %s', (file, specifier) => {
  expect(brokenRules(file, `import { x } from '${specifier}'\nconsole.info(x)`)).toContain(
    'no-restricted-imports',
  )
})

const allowed: [file: string, specifier: string][] = [
  ['packages/core/src/orders/x.ts', 'valibot'],
  ['packages/core/src/orders/x.ts', '../money.ts'],
  ['packages/api/src/orders/x.ts', '../payments/payment-service.ts'],
  ['packages/api/src/orders/x.ts', '../http/route.ts'],
  ['packages/api/src/payments/stripe-gateway.ts', 'stripe'],
  ['packages/api/src/app.ts', './orders/order-routes.ts'],
  ['packages/site/src/public/home/x.tsx', '../../ui/Seal.tsx'],
  ['packages/site/src/admin/orders/x.tsx', 'antd'],
  ['packages/site/src/admin/blog/editor/x.tsx', 'ckeditor5'],
  ['packages/site/src/app/x.tsx', '../admin/index.ts'],
  ['packages/site/src/app/x.tsx', '../public/home/HomePage.tsx'],
  ['packages/admin-desktop/src/renderer/x.tsx', '@priormark/site/admin'],
  ['packages/api/test/orders/x.test.ts', '../payments/payment-fixtures.ts'],
  ['packages/api/test/orders/x.test.ts', '../../testing/test-app.ts'],
  ['packages/site/e2e/x.spec.ts', '@priormark/api/testing/shop-process'],
  ['packages/admin-desktop/e2e/x.spec.ts', '../test/api-process.ts'],
]

test.each(allowed)('%s may import %s', (file, specifier) => {
  expect(brokenRules(file, `import { x } from '${specifier}'\nx()`)).toEqual([])
})

test('only env.ts reads process.env', () => {
  const line = "import process from 'node:process'\nexport const port = process.env.PORT"
  expect(brokenRules('packages/api/src/orders/x.ts', line)).toContain('no-restricted-properties')
  expect(brokenRules('packages/api/src/env.ts', line)).toEqual([])
})

test('nobody calls the dialogs of the browser', () => {
  expect(
    brokenRules('packages/site/src/admin/orders/x.tsx', "export const link = prompt('Link?')"),
  ).toContain('no-restricted-globals')
})
