import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { markdownOf, type Section } from './report.ts'

const repository = path.resolve(import.meta.dirname, '../../..')
const file = path.join(repository, 'docs/performance.md')
const start = '<!-- figures: written by `npm run bench -- --write` -->'
const end = '<!-- end of the figures -->'

/** Replaces the figures in docs/performance.md. The rest of it is edited directly. */
export function writePerformanceDoc(sections: readonly Section[]): void {
  const text = readFileSync(file, 'utf8')
  const [before, rest = ''] = text.split(start)
  const [, after] = rest.split(end)
  if (before === undefined || after === undefined) throw new Error(`${file} lacks the marks of the figures`)
  writeFileSync(file, `${before}${start}\n\n${markdownOf(sections, machineText())}\n${end}${after}`)
  execFileSync('oxfmt', [file])
}

function machineText(): string {
  const [cpu] = os.cpus()
  const day = new Date().toISOString().slice(0, 10)
  return `Measured on ${day}: ${cpu?.model ?? 'unknown processor'}, ${os.cpus().length} cores, Node ${process.version}, ${os.type()}.`
}
