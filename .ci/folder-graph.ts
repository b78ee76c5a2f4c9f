import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** An import between two source files, as paths below the source folder. */
interface SourceImport {
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
 * @returns the imports that close the cycle, one for each step, or null if there is none
 */
export function findFolderCycle(imports: readonly SourceImport[]): SourceImport[] | null {
  const crossing = imports.filter(({ from, to }) => path.dirname(from) !== path.dirname(to))
  const importsByFolder = Map.groupBy(crossing, ({ from }) => path.dirname(from))
  const visited = new Set<string>()
  const visit = (folder: string, steps: SourceImport[]): SourceImport[] | null => {
    const start = steps.findIndex(({ from }) => path.dirname(from) === folder)
    if (start >= 0) return steps.slice(start)
    if (visited.has(folder)) return null
    visited.add(folder)
    for (const step of importsByFolder.get(folder) ?? []) {
      const cycle = visit(path.dirname(step.to), [...steps, step])
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
