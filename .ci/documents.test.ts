import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

// Documents go out of date silently: here every path, name and command that one mentions is looked up.

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const folders = new Set(files.flatMap((file) => parents(file)))
const documents = files.filter((file) => file.endsWith('.md'))
const sources = files
  .filter((file) => /^packages\/.*\.(?:ts|tsx|mjs)$/.test(file))
  .map(read)
  .join('\n')
const scripts = files
  .filter((file) => path.basename(file) === 'package.json')
  .flatMap((file) => Object.keys((JSON.parse(read(file)) as { scripts?: object }).scripts ?? {}))

function parents(file: string): string[] {
  const folder = path.dirname(file)
  return folder === '.' ? [] : [folder, ...parents(folder)]
}

/** Whether a file or folder of the project is at a path, or at that path below some folder: `http/route.ts`. */
function exists(mentioned: string): boolean {
  const name = mentioned.replace(/\/$/, '')
  const pattern = new RegExp(
    `(?:^|/)${name
      .replaceAll(/<[^>]*>/g, '*')
      .replaceAll(/[.+()|[\]]/g, String.raw`\$&`)
      .replaceAll(/\*+/g, '[^/]*')}$`,
  )
  return files.some((file) => pattern.test(file)) || [...folders].some((folder) => pattern.test(folder))
}

/** The words that a document sets as code, without its blocks. */
const codeOf = (text: string) =>
  Array.from(text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)

/** The ids that headings get on the page. */
const headingsOf = (text: string) =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const isSourcePath = (code: string) =>
  /^(?:packages|docs|deploy|\.ci|\.github)\/[\w./<>*-]*$/.test(code) ||
  /^(?:core|api|site|admin-desktop)\/(?:src|test|e2e|testing)\/[\w./<>*-]*$/.test(code) ||
  /^[\w.-]+(?:\/[\w.-]+)*\.tsx?$/.test(code)

/** What a build or a run writes. */
const isWritten = (code: string) => /(?:^|\/)(?:dist|out|release|var)(?:\/|$)/.test(code)

describe.each(documents)('%s', (document) => {
  const text = read(document)

  test('links to what exists', () => {
    const broken = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [target = '', heading] = link.split('#')
      const file = target === '' ? document : path.join(path.dirname(document), target)
      if (!files.includes(file) && !folders.has(file.replace(/\/$/, ''))) return true
      return heading !== undefined && !headingsOf(read(file)).includes(heading)
    })
    expect(broken).toEqual([])
  })

  test('mentions paths that exist', () => {
    const paths = codeOf(text).filter((code) => isSourcePath(code) && !isWritten(code))
    expect(paths.filter((mentioned) => !exists(mentioned))).toEqual([])
  })

  test('mentions functions, types, components and commands that exist', () => {
    const names = codeOf(text).flatMap(
      (code) => /^(?:\w+(?=\(\)$)|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+$)/.exec(code) ?? [],
    )
    const commands = Array.from(text.matchAll(/\bnpm run (?:--\S+ )*([\w:-]+)/g), ([, name = '']) => name)
    const isDefined = (name: string) => name in globalThis || new RegExp(`\\b${name}\\b`).test(sources)
    expect(names.filter((name) => !isDefined(name))).toEqual([])
    expect(commands.filter((name) => !scripts.includes(name))).toEqual([])
  })
})

// A program that names a file by its path, such as a measurement, is not in the import graph.
test('sources name source files that exist', () => {
  const named = /['"`]((?:packages\/[\w-]+\/)?(?:src|test|e2e|testing)\/[\w./-]+\.tsx?)['"`]/g
  const missing = files
    .filter((file) => /\.(?:ts|tsx|js|mjs|json)$/.test(file) && !file.startsWith('.ci/import-'))
    .flatMap((file) =>
      Array.from(read(file).matchAll(named), ([, mentioned = '']) => `${file}: ${mentioned}`),
    )
    .filter((line) => !exists(line.split(': ')[1] ?? ''))
  expect(missing).toEqual([])
})
