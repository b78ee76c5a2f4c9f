import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** An import between two source files, as paths below the source folder. */
export interface SourceImport {
  from: string
  to: string
}

const relativeImports = /(?:\bfrom|\bimport\(|^import)\s*'(\.[^']+)'/gm

/** Returns every relative import among the source files of a folder, type imports included. */
export function readImports(sourceDir: string): SourceImport[] {
  return globSync('**/*.{ts,tsx}', { cwd: sourceDir }).flatMap((from) => {
    const text = readFileSync(path.join(sourceDir, from), 'utf8')
    return Array.from(text.matchAll(relativeImports), ([, specifier = '']) => ({
      from,
      to: path.join(path.dirname(from), specifier),
    })).filter(({ to }) => !to.startsWith('..'))
  })
}

/**
 * Finds a cycle of folders that import each other.
 * @param folderOf the folder that a file counts towards
 * @returns the imports that close the cycle, one for each step, or null if there is none
 */
export function findFolderCycle(
  imports: readonly SourceImport[],
  folderOf: (file: string) => string,
): SourceImport[] | null {
  const crossing = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to))
  const importsByFolder = Map.groupBy(crossing, ({ from }) => folderOf(from))
  const visited = new Set<string>()
  const visit = (folder: string, steps: SourceImport[]): SourceImport[] | null => {
    const start = steps.findIndex(({ from }) => folderOf(from) === folder)
    if (start >= 0) return steps.slice(start)
    if (visited.has(folder)) return null
    visited.add(folder)
    for (const step of importsByFolder.get(folder) ?? []) {
      const cycle = visit(folderOf(step.to), [...steps, step])
      if (cycle !== null) return cycle
    }
    return null
  }
  for (const folder of importsByFolder.keys()) {
    const cycle = visit(folder, [])
    if (cycle !== null) return cycle
  }
  return null
}

/** Returns the first folder of a path; a file outside any folder counts as one. */
export function topFolder(file: string): string {
  return file.split(path.sep)[0] ?? file
}
