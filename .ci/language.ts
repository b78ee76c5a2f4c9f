import { existsSync, rmSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import {
  baselineFile,
  countUses,
  describeUse,
  findUses,
  forbiddenUses,
  newUses,
  readAllowed,
  readBaseline,
  readFiles,
  total,
} from './language-count.ts'
import { nameRules, phraseRules } from './language-rules.ts'

// `npm run language`: prints how often each retired name and phrase is used, and fails on new uses.
// --commit ID   counts in a commit instead
// --files       also prints each use
// --update      lowers the baseline to what is left
const { values } = parseArgs({
  options: { commit: { type: 'string' }, files: { type: 'boolean' }, update: { type: 'boolean' } },
})

const print = (line: string) => process.stdout.write(`${line}\n`)
const uses = findUses(readFiles(values.commit))
const allowed = readAllowed()
const forbidden = forbiddenUses(uses, allowed)
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
if (values.files === true) for (const use of forbidden) print(describeUse(use))

if (values.commit === undefined) {
  const added = newUses(forbidden, readBaseline())
  if (added.length > 0 && (existsSync(baselineFile) || values.update !== true)) {
    print(`\n${added.length} more than allowed:`)
    for (const use of added) print(describeUse(use))
    process.exitCode = 1
  } else if (values.update === true) {
    if (forbidden.length === 0) rmSync(baselineFile, { force: true })
    else writeFileSync(baselineFile, `${JSON.stringify(open, null, 2)}\n`)
  }
}
