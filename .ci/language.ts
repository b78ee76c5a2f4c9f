import process from 'node:process'
import { parseArgs } from 'node:util'
import {
  countUses,
  describeUse,
  findUses,
  forbiddenUses,
  readAllowed,
  readFiles,
  total,
} from './language-count.ts'
import { nameRules, phraseRules } from './language-rules.ts'

// `npm run language`: prints how often each retired name and phrase is used, and fails where one is not allowed.
// --commit ID   counts in a commit instead, and does not fail
const { values } = parseArgs({ options: { commit: { type: 'string' } } })

const print = (line: string) => process.stdout.write(`${line}\n`)
const uses = findUses(readFiles(values.commit))
const forbidden = forbiddenUses(uses, readAllowed())
const all = countUses(uses)
const open = countUses(forbidden)

for (const [title, rules] of [
  ['names', nameRules],
  ['phrases', phraseRules],
] as const) {
  print(`${title.padEnd(20)}  uses  files  to replace`)
  for (const { name, isOnlyCounted } of rules) {
    const [count, files] = [total(all[name]), Object.keys(all[name] ?? {}).length]
    const left = isOnlyCounted ? '-' : String(total(open[name]))
    print(
      `  ${name.padEnd(18)} ${String(count).padStart(5)} ${String(files).padStart(6)} ${left.padStart(11)}`,
    )
  }
}
print(`${forbidden.length} uses to replace in ${new Set(forbidden.map(({ file }) => file)).size} files.`)

if (values.commit === undefined) {
  for (const use of forbidden) print(describeUse(use))
  if (forbidden.length > 0) process.exitCode = 1
}
