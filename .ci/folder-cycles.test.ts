import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFolderCycle, readImports } from './folder-graph.ts'

const packages = path.resolve(import.meta.dirname, '../packages')

const rooms = [
  'blog',
  'operations',
  'order-book',
  'orders',
  'pages',
  'platform',
  'proofs',
  'settings',
  'staff',
]
const topFolders = (source: string) =>
  readdirSync(path.join(packages, source), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )

describe('source folders', () => {
  // oxlint.config.ts says what each room may import; it knows no folder beside the rooms.
  test.each([
    ['core/src', []],
    ['api/src', []],
    ['site/src/public', []],
    ['site/src/admin', ['app']],
    ['admin-desktop/src/main', ['windows']],
  ])('every folder of %s is a room with a README.md', (source, others) => {
    const folders = topFolders(source)
    expect(folders).toContain('platform')
    expect(folders.filter((folder) => ![...rooms, ...others].includes(folder))).toEqual([])
    expect(folders.filter((folder) => !existsSync(path.join(packages, source, folder, 'README.md')))).toEqual(
      [],
    )
  })

  test('no folder of api/src, however deep, is in a cycle', () => {
    // A room's tables.ts only lists the types of its entities, and every folder of the room may use it.
    const imports = readImports(path.join(packages, 'api/src')).filter(
      ({ from, to }) => !from.endsWith('/tables.ts') && !to.endsWith('/tables.ts'),
    )
    expect(imports.length).toBeGreaterThan(50)
    expect(findFolderCycle(imports)).toBeNull()
  })
})

describe('readImports', () => {
  test('finds static, type, side-effect, re-exporting and dynamic imports', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'priormark-folders-'))
    try {
      mkdirSync(path.join(folder, 'orders'))
      const lines = [
        "import { a,\n  b } from '../mail/a.ts'",
        "import type { C } from '../mail/c.ts'",
        "import './d.ts'",
        "export { e } from '../e.ts'",
        "const f = await import('../mail/f.ts')",
        "import { g } from 'koa'",
        "import { h } from '../../testing/h.ts'",
      ]
      writeFileSync(path.join(folder, 'orders/x.ts'), lines.join('\n'))
      const targets = readImports(folder).map(({ to }) => to)
      expect(targets).toEqual(['mail/a.ts', 'mail/c.ts', 'orders/d.ts', 'e.ts', 'mail/f.ts'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('findFolderCycle', () => {
  const imports = (...pairs: [from: string, to: string][]) => pairs.map(([from, to]) => ({ from, to }))

  test('names the two imports of two folders that import each other', () => {
    const both = imports(['orders/a.ts', 'mail/b.ts'], ['mail/c.ts', 'orders/d.ts'])
    expect(findFolderCycle(both)).toEqual(both)
  })

  test('finds a cycle of three folders, without the folders that only lead to it', () => {
    const cycle = imports(
      ['orders/a.ts', 'mail/b.ts'],
      ['mail/c.ts', 'proofs/d.ts'],
      ['proofs/e.ts', 'orders/f.ts'],
    )
    const [lead] = imports(['app.ts', 'orders/a.ts'])
    expect(findFolderCycle([...(lead === undefined ? [] : [lead]), ...cycle])).toEqual(cycle)
  })

  test('distinguishes a folder from its subfolders', () => {
    const nested = imports(['anchors/a.ts', 'anchors/evm/b.ts'], ['anchors/evm/c.ts', 'anchors/d.ts'])
    expect(findFolderCycle(nested)).toEqual(nested)
  })

  test('accepts folders that meet again without a cycle', () => {
    const diamond = imports(['app.ts', 'orders/a.ts'], ['app.ts', 'mail/b.ts'], ['mail/b.ts', 'orders/a.ts'])
    expect(findFolderCycle(diamond)).toBeNull()
  })
})
