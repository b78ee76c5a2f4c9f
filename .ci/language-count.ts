import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { nameRules, phraseRules, type LanguageRule } from './language-rules.ts'

/** One use of a retired name or phrase. */
export interface Use {
  rule: LanguageRule
  file: string
  /** From 1; 0 is the path itself. */
  line: number
  text: string
}

/** A correct use: a line of a file that contains a text. */
export interface AllowedUse {
  rule: string
  file: string
  text: string
  reason: string
}

/** Uses per rule in each file. */
export type Counts = Record<string, Record<string, number>>

export const root = path.resolve(import.meta.dirname, '..')
const allowedFile = path.join(import.meta.dirname, 'language-allowed.json')

const checked = /\.(?:ts|tsx|mts|mjs|js|css|html|md|json|ya?ml|py|sh|conf|example|service)$|\/run$|file$/i
/** Lists of the retired words themselves, texts of others, and generated files. */
const unchecked =
  /^\.ci\/language|(?:^|\/)package-lock\.json$|^LICENSE$|\.snap$|\/e2e\/clipboard\/|\/proof-vectors\/.*\.json$|^\.ci\/mutation-survivors\.md$/

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 256 * 1024 * 1024 })

/** Returns the text of every checked file by its path. @param commit a commit, instead of the files on disk */
export function readFiles(commit?: string): Map<string, string> {
  const listed =
    commit === undefined
      ? git('ls-files', '--cached', '--others', '--exclude-standard')
      : git('ls-tree', '-r', '--name-only', commit)
  const files = listed
    .toString()
    .split('\n')
    .filter((file) => checked.test(file) && !unchecked.test(file))
  if (commit !== undefined) return readBlobs(commit, files)
  const existing = files.filter((file) => existsSync(path.join(root, file)))
  return new Map(existing.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

/** Reads all blobs with one process. For each name the output is a line `<id> blob <size>`, the bytes and a newline. */
function readBlobs(commit: string, files: string[]): Map<string, string> {
  const output = execFileSync('git', ['cat-file', '--batch'], {
    cwd: root,
    input: files.map((file) => `${commit}:${file}\n`).join(''),
    maxBuffer: 256 * 1024 * 1024,
  })
  let offset = 0
  return new Map(
    files.map((file) => {
      const start = output.indexOf('\n', offset) + 1
      const size = Number(output.toString('latin1', offset, start).trim().split(' ')[2])
      offset = start + size + 1
      return [file, output.toString('utf8', start, start + size)]
    }),
  )
}

/** Returns every use of a retired name or phrase in the files and, for names, in their paths. */
export function findUses(files: ReadonlyMap<string, string>): Use[] {
  const uses: Use[] = []
  const rules = [...nameRules, ...phraseRules]
  for (const [file, content] of files) {
    for (const rule of nameRules) {
      for (const _ of file.matchAll(rule.pattern)) uses.push({ rule, file, line: 0, text: file })
    }
    const found = rules.filter(({ pattern }) => content.search(pattern) >= 0)
    if (found.length === 0) continue
    for (const [index, text] of content.split('\n').entries()) {
      for (const rule of found) {
        for (const _ of text.matchAll(rule.pattern))
          uses.push({ rule, file, line: index + 1, text: text.trim() })
      }
    }
  }
  return uses
}

export function readAllowed(): AllowedUse[] {
  return JSON.parse(readFileSync(allowedFile, 'utf8'))
}

export function isAllowed({ rule, file, text }: Use, allowed: readonly AllowedUse[]): boolean {
  return allowed.some((one) => one.rule === rule.name && one.file === file && text.includes(one.text))
}

/** Returns the uses that the check can fail for. */
export function forbiddenUses(uses: readonly Use[], allowed: readonly AllowedUse[]): Use[] {
  return uses.filter((use) => use.rule.isOnlyCounted !== true && !isAllowed(use, allowed))
}

export function countUses(uses: readonly Use[]): Counts {
  const counts: Counts = {}
  for (const { rule, file } of uses) {
    const ofRule = (counts[rule.name] ??= {})
    ofRule[file] = (ofRule[file] ?? 0) + 1
  }
  return counts
}

export function total(counts: Record<string, number> | undefined): number {
  return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
}

export function describeUse({ rule, file, line, text }: Use): string {
  return `${file}${line === 0 ? '' : `:${line}`}: "${rule.name}" is retired, write: ${rule.instead}\n    ${text.slice(0, 160)}`
}
