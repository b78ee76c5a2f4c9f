import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

type File = Rolldown.RolldownOutput['output'][number]
type Chunk = Rolldown.OutputChunk

const siteDir = new URL('..', import.meta.url).pathname
let output: File[] = []

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const result = await build({
    root: siteDir,
    configFile: `${siteDir}vite.admin.config.ts`,
    logLevel: 'silent',
    build: { write: false },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (first === undefined || !('output' in first)) throw new Error('The build has no output')
  output = first.output
}, 600_000)

function chunkOf(sourceEnd: string): Chunk {
  const chunk = output.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(sourceEnd))
  if (chunk?.type !== 'chunk') throw new Error(`No chunk for ${sourceEnd}`)
  return chunk
}

/** Returns the size of some chunks and of everything that they import, in bytes after gzip. */
function gzipBytes(sources: string[]): number {
  const names = new Set(sources.map((source) => chunkOf(source).fileName))
  for (const name of names) {
    const file = output.find(({ fileName }) => fileName === name)
    if (file?.type !== 'chunk') continue
    for (const wanted of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) names.add(wanted)
  }
  const files = output.filter(({ fileName }) => names.has(fileName))
  return files.reduce(
    (sum, file) => sum + gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length,
    0,
  )
}

test.each([
  // Without antd, the router and the other screens, which only people who are logged in need.
  { screen: 'the login', sources: ['admin-login.html'], atMost: 90_000 },
  {
    screen: 'the dashboard',
    sources: ['admin.html', 'app/AdminFrame.tsx', 'dashboard/DashboardScreen.tsx'],
    atMost: 300_000,
  },
  {
    screen: 'the list of posts',
    sources: ['admin.html', 'app/AdminFrame.tsx', 'blog/BlogScreen.tsx'],
    atMost: 300_000,
  },
  {
    screen: 'the editor without CKEditor, which loads after the form,',
    sources: ['admin.html', 'app/AdminFrame.tsx', 'editor/EditorScreen.tsx'],
    atMost: 390_000,
  },
])('$screen loads at most $atMost bytes at first', ({ sources, atMost }) => {
  const bytes = gzipBytes(sources)
  // An empty list would be small too.
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(atMost)
})
