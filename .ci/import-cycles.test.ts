import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// import/no-cycle finds cycles between files. This finds cycles between folders before they become cycles of files.

const source = path.resolve(import.meta.dirname, '../packages/site/src')
/** The admin has its own layers. */
const files = globSync('{app,public,rendering,ui}/**/*.{ts,tsx}', { cwd: source })

/**
 * Returns the paths that a file imports, relative to the source folder. Includes types, because they couple folders,
 * too.
 */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(source, file), 'utf8')
  return Array.from(text.matchAll(/(?:from |import |import\()'(\.[^'?]+)/g), ([, specifier = '']) =>
    path.join(path.dirname(file), specifier),
  )
}

/** Returns the nodes that can reach themselves. */
function nodesInCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...edges.keys()].filter((start) => {
    const reached = new Set(edges.get(start))
    for (const node of reached) for (const next of edges.get(node) ?? []) reached.add(next)
    return reached.has(start)
  })
}

const edgesBetweenFiles = new Map(files.map((file) => [file, new Set(importsOf(file))]))
const edgesBetweenFolders = new Map<string, Set<string>>()
for (const [file, targets] of edgesBetweenFiles) {
  const folder = path.dirname(file)
  const reached = edgesBetweenFolders.get(folder) ?? new Set()
  edgesBetweenFolders.set(folder, reached)
  for (const target of targets) if (path.dirname(target) !== folder) reached.add(path.dirname(target))
}

test('finds the imports', () => {
  expect(edgesBetweenFiles.get(path.join('rendering', 'loader.ts'))).toContain(
    path.join('rendering', 'entry-client.tsx'),
  )
})

test('no files of the public site import each other', () => {
  expect(nodesInCycles(edgesBetweenFiles)).toEqual([])
})

test('no folders of the public site import each other', () => {
  expect(nodesInCycles(edgesBetweenFolders)).toEqual([])
})
