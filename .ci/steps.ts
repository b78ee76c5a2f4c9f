import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { chromiumPath } from '@priormark/core/testing/chromium'
import type { Step } from './run-steps.ts'

/**
 * `quick`: format, lint, types, unit tests, the API without its slow groups, one purchase in the browser. `normal`:
 * everything that guards main. `deep`: tests that are long by nature, each with many more cases.
 */
export type Mode = 'quick' | 'normal' | 'deep'

/** A step that this machine cannot run, and what is missing. */
interface SkippedStep {
  name: string
  reason: string
}

const reporter = (runner: string) => path.join(import.meta.dirname, `${runner}-reporter.ts`)

/**
 * Tests that wait for servers, databases and browsers leave cores idle: the API's tests and those in a browser run beside each
 * other, each with two workers on its core. A third would cost more than it saves: all take turns on two cores.
 */
const waitingWorkers = 2

const site = 'packages/site'
const desktop = 'packages/admin-desktop'

/** Returns the steps of a mode, those that fail fastest first. */
export function stepsOf(mode: Mode, hasPostgres: boolean): { steps: Step[]; skipped: SkippedStep[] } {
  const depth: Record<string, string> = mode === 'deep' ? { TEST_DEPTH: 'deep' } : {}

  const vitest = (
    name: string,
    folder: string,
    { workers = 1, ...more }: Partial<Step> & { workers?: number } = {},
  ): Step => ({
    name,
    command: ['vitest', 'run', '--root', folder, '--reporter=dot', `--reporter=${reporter('vitest')}`],
    hasReport: true,
    cores: 1,
    ...more,
    env: {
      // Without a terminal, colors would appear as escape codes.
      ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      VITEST_MAX_WORKERS: String(workers),
      ...depth,
      ...more.env,
    },
  })
  const playwright = (name: string, folder: string, needs: string[], args: string[] = []): Step => ({
    name,
    command: [
      'playwright',
      'test',
      '--config',
      path.join(folder, 'playwright.config.ts'),
      `--reporter=dot,${reporter('playwright')}`,
      ...args,
    ],
    env: depth,
    needs,
    usesPostgres: hasPostgres,
    hasReport: true,
    cores: 1,
  })

  // Go programs, which now collect garbage only near the limit. Otherwise it takes a fifth of their processor time.
  const withoutCollection = { GOGC: 'off', GOMEMLIMIT: '3GiB' }
  const statics: Step[] = [
    {
      name: 'lint and types',
      command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
      env: withoutCollection,
      cores: 1,
    },
    { name: 'format', command: ['oxfmt', '--check'], cores: 1 },
  ]
  const build: Step = { name: 'build', command: ['npm', 'run', 'build', '--silent'], cores: 1 }
  const units: Step[] = [
    // Each waits half of its time, and so leaves cores to others.
    vitest('unit desktop', desktop, { cores: 0.5, needs: ['build'], usesPostgres: hasPostgres }),
    vitest('unit site', site, { cores: 0.5, needs: ['build'] }),
    vitest('unit core', 'packages/core', { cores: 0.5 }),
    vitest('unit rules', '.ci', { cores: 0.5 }),
  ]
  const buildDesktop: Step = {
    name: 'build desktop',
    command: ['npm', 'run', 'build:desktop', '--silent'],
    cores: 1,
  }
  const packageDesktop: Step = {
    name: 'package desktop',
    command: ['npm', 'run', 'check-package', '--silent', '-w', '@priormark/admin-desktop'],
    needs: ['build desktop'],
    cores: 1,
  }

  const skipped: SkippedStep[] = []
  const clusterSteps = (): Step[] => {
    const reason = missingForCluster()
    if (reason !== null) skipped.push({ name: 'cluster', reason })
    return reason === null
      ? [{ name: 'cluster', command: ['node', 'packages/api/cluster/drill.ts'], needs: ['build'], cores: 2 }]
      : []
  }
  const inBrowser = (steps: Step[]): Step[] => {
    if (existsSync(chromiumPath)) return steps
    const reason = `Chromium is not at ${chromiumPath} (Debian: apt-get install chromium-headless-shell; or set CHROMIUM)`
    skipped.push(...steps.map(({ name }) => ({ name, reason })))
    return []
  }
  const apiTests = (name: string, usesPostgres: boolean, group: string) =>
    vitest(name, 'packages/api', {
      workers: waitingWorkers,
      usesPostgres,
      needs: ['build'],
      env: { API_TESTS: group },
    })
  const api = apiTests(hasPostgres ? 'api' : 'api on PGlite', hasPostgres, mode === 'quick' ? 'quick' : 'all')
  /** Tests that depend on the database run on both databases; the deep run runs all tests on both. */
  const apiOnPglite = apiTests('api on PGlite', false, mode === 'deep' ? 'all' : 'database')
  if (!hasPostgres) {
    skipped.push({
      name: 'api',
      reason: 'PostgreSQL is not installed (Debian: apt-get install postgresql); it ran on PGlite',
    })
  }

  if (mode === 'quick') {
    const purchase = playwright('purchase', site, ['build'], ['--grep', '@quick'])
    return {
      // The API's tests take the longest, so they start as soon as the site is built.
      steps: [build, api, ...statics, ...inBrowser([purchase]), ...units],
      skipped,
    }
  }
  const browser = inBrowser([
    playwright('e2e site', site, ['build']),
    // Uses the stand-in, or Electron if it is installed or DESKTOP_ELECTRON is set.
    playwright('e2e desktop', desktop, ['build desktop']),
  ])
  // In turn, so that tests in a browser run beside tests of the API, which wait at other times.
  const apis = hasPostgres ? [api, apiOnPglite] : [api]
  const long = [0, 1].flatMap((index) => [apis[index] ?? [], browser[index] ?? []].flat())
  // electron-builder packages Linux programs only on Linux.
  const packaging = process.platform === 'linux' ? [buildDesktop, packageDesktop] : [buildDesktop]
  if (mode === 'normal') {
    // The API's tests take the longest, so they start first; unit tests run beside them.
    const [longest, ...others] = long
    return {
      steps: [build, ...(longest ? [longest] : []), ...units, ...packaging, ...others, ...statics],
      skipped,
    }
  }
  return {
    steps: [
      build,
      buildDesktop,
      // The compiler itself, which also checks that declarations can be written.
      { name: 'types', command: ['tsc', '-b'], env: withoutCollection, cores: 1 },
      ...units,
      ...long,
      vitest('engines', path.join(site, 'engines'), {
        workers: waitingWorkers,
        needs: ['build'],
        usesPostgres: hasPostgres,
      }),
      ...clusterSteps(),
      { name: 'mutation', command: ['node', '.ci/mutation.ts'], cores: 2 },
    ],
    skipped,
  }
}

/** Returns what the cluster drill lacks on this machine, or null if it can run. */
function missingForCluster(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root, since PostgreSQL and Patroni run as the user postgres'
  const programs = ['patroni', 'etcd', 'etcdctl', 'haproxy', 'pgbouncer', 'psql']
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  const missing = programs.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))))
  if (missing.length === 0) return null
  return `${missing.join(', ')} not installed (Debian: apt-get install patroni etcd-server etcd-client python3-etcd haproxy pgbouncer postgresql)`
}

/** The steps whose names begin with one of `prefixes`, and the steps those need; all of them without prefixes. */
export function chosenSteps(steps: readonly Step[], prefixes: readonly string[]): Step[] {
  if (prefixes.length === 0) return [...steps]
  const chosen = new Set(
    steps.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix))).map(({ name }) => name),
  )
  for (const { name, needs = [] } of steps.toReversed()) {
    if (chosen.has(name)) for (const needed of needs) chosen.add(needed)
  }
  return steps.filter(({ name }) => chosen.has(name))
}
