import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test, vi } from 'vitest'

type Chunk = Rolldown.OutputChunk

const siteDir = new URL('..', import.meta.url).pathname
let output: Rolldown.RolldownOutput['output']

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const result = await build({
    root: siteDir,
    configFile: `${siteDir}vite.config.ts`,
    logLevel: 'silent',
    build: { write: false },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (first === undefined || !('output' in first)) throw new Error('The build has no output')
  output = first.output
}, 600_000)

const chunks = () => output.filter((file): file is Chunk => file.type === 'chunk')

function chunkOf(sourceEnd: string): Chunk {
  const chunk = chunks().find((candidate) => candidate.facadeModuleId?.endsWith(sourceEnd))
  if (!chunk) throw new Error(`No chunk for ${sourceEnd}`)
  return chunk
}

/** Returns some chunks and everything they import. */
function withImports(...roots: Chunk[]): Chunk[] {
  const loaded = new Map(roots.map((chunk) => [chunk.fileName, chunk]))
  for (const chunk of loaded.values()) {
    for (const fileName of chunk.imports) {
      const imported = chunks().find((candidate) => candidate.fileName === fileName)
      if (imported) loaded.set(fileName, imported)
    }
  }
  return [...loaded.values()]
}

/** Returns the size of some chunks and everything they import, in bytes after gzip. */
function gzipBytes(...roots: Chunk[]): number {
  return withImports(...roots).reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

describe('the built site', () => {
  test('loads at most 5 KB of script before the first interaction', () => {
    expect(gzipBytes(chunkOf('index.html'))).toBeLessThanOrEqual(5000)
  })

  test('evaluates React DOM in a task of its own', () => {
    const hydration = chunks().find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith('rendering/entry-client.tsx')),
    )
    expect(hydration?.dynamicImports).toContainEqual(expect.stringContaining('framework'))
  })

  test('needs at most 110 KB of script to hydrate any page', () => {
    const pages = chunks().filter(({ facadeModuleId }) => /Pages?\.tsx$/.test(facadeModuleId ?? ''))
    expect(pages).toHaveLength(10)
    const bytes = pages.map(
      (page) => [page.name, gzipBytes(chunkOf('rendering/entry-client.tsx'), page)] as const,
    )
    expect(bytes.filter(([, size]) => size > 110 * 1024)).toEqual([])
  })

  // Small chunks that were split by accident cost a request each, and compress badly.
  test('needs at most 14 files to hydrate the page after a payment', () => {
    const files = withImports(chunkOf('rendering/entry-client.tsx'), chunkOf('success/SuccessPage.tsx'))
    expect(files.length).toBeLessThanOrEqual(14)
  })

  test('needs at most 5 files of its own to hydrate the landing page', () => {
    // Browsers ask for six at once over HTTP/1.1, and the style sheet is one. A seventh costs a round trip.
    const client = withImports(chunkOf('rendering/entry-client.tsx'), chunkOf('index.html'))
    const own = withImports(chunkOf('home/HomePage.tsx')).filter((chunk) => !client.includes(chunk))
    expect(own.length).toBeLessThanOrEqual(5)
  })

  test('has one style sheet of at most 8 KB, and fonts of at most 25 KB each', () => {
    const assets = output.filter((file) => file.type === 'asset')
    const sheets = assets.filter(({ fileName }) => fileName.endsWith('.css'))
    const fonts = assets.filter(({ fileName }) => fileName.endsWith('.woff2'))
    expect(sheets).toHaveLength(1)
    expect(fonts).toHaveLength(5)
    expect(gzipSync(sheets[0]?.source ?? '').length).toBeLessThanOrEqual(8000)
    expect(Math.max(...fonts.map(({ source }) => source.length))).toBeLessThanOrEqual(25_000)
  })

  test('contains no code of the admin', () => {
    const heavy = chunks().flatMap(({ moduleIds }) =>
      moduleIds.filter((id) => /antd|@tanstack|src\/admin/.test(id)),
    )
    expect(heavy).toEqual([])
  })
})
