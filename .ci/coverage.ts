import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import coverage, { type CoverageMapData } from 'istanbul-lib-coverage'
import { CoverageReport } from 'monocart-coverage-reports'
import { startPostgres } from './postgres.ts'

/**
 * `npm run coverage`: prints line and branch coverage of each package's sources, first from all Vitest suites together,
 * then of the site from the browser tests. The two measure different code (transformed modules, built bundles), so they
 * cannot be added up. `npm run coverage -- vitest` or `-- browser` runs one of them.
 */

const root = path.resolve(import.meta.dirname, '..')
const only = process.argv[2]
const folder = mkdtempSync(path.join(tmpdir(), 'priormark-coverage-'))

const measured = [
  'packages/core/src',
  'packages/api/src',
  'packages/site/src',
  'packages/admin-desktop/src/main',
]

interface Part {
  covered: number
  total: number
}

const percent = ({ covered, total }: Part) =>
  total === 0 ? 'none' : `${((100 * covered) / total).toFixed(1)} % of ${total}`

function print(name: string, lines: Part, branches: Part): void {
  console.log(`  ${name.padEnd(34)} lines ${percent(lines).padEnd(18)} branches ${percent(branches)}`)
}

function run(program: string, args: string[], env: Record<string, string>): void {
  // Failed tests lower the numbers, but the numbers are still printed.
  try {
    execFileSync(path.join('node_modules', '.bin', program), args, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    })
  } catch {
    console.log(`${program} ${args.join(' ')} failed; the numbers are those of what ran`)
  }
}

async function measureVitest(): Promise<void> {
  const postgres = await startPostgres()
  const all = coverage.createCoverageMap()
  for (const suite of ['core', 'site', 'admin-desktop', 'api']) {
    const target = path.join(folder, suite)
    const options = {
      provider: 'v8',
      allowExternal: 'true',
      reporter: 'json',
      reportOnFailure: 'true',
      reportsDirectory: target,
    }
    // Relative to the suite: an absolute pattern leaves out the suite's own package.
    const includes = measured.map(
      (source) => `--coverage.include=${path.relative(`packages/${suite}`, source)}/**/*.{ts,tsx}`,
    )
    run(
      'vitest',
      [
        'run',
        '--root',
        `packages/${suite}`,
        '--reporter=dot',
        '--coverage.enabled',
        ...Object.entries(options).map(([name, value]) => `--coverage.${name}=${value}`),
        ...includes,
      ],
      postgres === null ? {} : { TEST_DATABASE_URL: postgres.url },
    )
    all.merge(JSON.parse(readFileSync(path.join(target, 'coverage-final.json'), 'utf8')) as CoverageMapData)
  }
  await postgres?.stop()
  console.log('\nBy the vitest suites')
  for (const source of measured) {
    const summary = coverage.createCoverageSummary()
    for (const file of all.files()) {
      if (file.startsWith(path.join(root, source, '/'))) summary.merge(all.fileCoverageFor(file).toSummary())
    }
    print(source, summary.data.lines, summary.data.branches)
  }
}

async function measureBrowser(): Promise<void> {
  const raw = path.join(folder, 'browser')
  mkdirSync(raw)
  run('npm', ['run', 'build', '--silent'], { SITE_SOURCEMAP: 'inline' })
  run('playwright', ['test', '--config', 'packages/site/playwright.config.ts', '--reporter=dot'], {
    JS_COVERAGE_DIR: raw,
  })
  const report = new CoverageReport({
    logging: 'error',
    reports: [],
    outputDir: path.join(folder, 'browser-report'),
    sourceFilter: (source) => source.includes('/src/') || source.startsWith('src/'),
  })
  for (const name of readdirSync(raw)) {
    await report.add(JSON.parse(readFileSync(path.join(raw, name), 'utf8')))
  }
  const result = await report.generate()
  const files = result?.files.filter(({ sourcePath }) => sourcePath.includes('src/')) ?? []
  const sum = (metric: 'lines' | 'branches'): Part => ({
    covered: files.reduce((total, { summary }) => total + Number(summary[metric]?.covered), 0),
    total: files.reduce((total, { summary }) => total + Number(summary[metric]?.total), 0),
  })
  console.log(`\nBy the browser tests (${files.length} files that a browser loaded)`)
  print('packages/site/src and core', sum('lines'), sum('branches'))
  // The browser tests built with source maps; build without them again.
  run('npm', ['run', 'build', '--silent'], {})
}

if (only !== 'browser') await measureVitest()
if (only !== 'vitest') await measureBrowser()
rmSync(folder, { recursive: true, force: true })
