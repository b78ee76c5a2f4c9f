import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

const root = path.resolve(import.meta.dirname, '..')

/** Collects where statements returned rows. @returns what fails, after a run of all tests on PostgreSQL, if one never did */
export default function collectStatements(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'priormark-statements-'))
  const file = path.join(folder, 'places')
  writeFileSync(file, '')
  process.env['STATEMENT_PLACES'] = file
  return () => {
    const places = new Set(readFileSync(file, 'utf8').split('\n'))
    rmSync(folder, { recursive: true })
    const missing = statementPlaces().filter((place) => !places.has(place))
    const isWholeRun = process.env['API_TESTS'] === 'all' && process.env['TEST_DATABASE_URL'] !== undefined
    if (isWholeRun && missing.length > 0)
      throw new Error(`No test saw a row of the statements at ${missing.join(', ')}`)
  }
}

/** Every call of readRows(), readRow() and prepareStatement() in the sources. */
function statementPlaces(): string[] {
  return globSync('src/**/*.ts', { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    if (!text.includes("database/rows.ts'")) return []
    return text
      .split('\n')
      .flatMap((line, index) =>
        /\b(readRows?|prepareStatement)\(/.test(line) ? [`${file}:${index + 1}`] : [],
      )
  })
}
