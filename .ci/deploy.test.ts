import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const deployed = readdirSync(path.join(root, 'deploy')).map((name) => `deploy/${name}`)
const guides = [
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'README.md',
]

const has = (program: string) => spawnSync(program, ['--version']).error === undefined

describe.each([...deployed, ...guides])('%s', (file) => {
  test('refers only to files that exist', () => {
    const named = Array.from(
      read(file).matchAll(/(?<![\w./-])(?:deploy|docs|packages\/\w[\w-]*)\/[\w./{}*-]*[\w}]/g),
      ([name]) => name,
    )
    const missing = named.filter(
      (name) => !/[{*]|\/(?:dist|release|out)\b|\.env$/.test(name) && !existsSync(path.join(root, name)),
    )
    expect(missing).toEqual([])
  })

  test('links only to files and headings that exist', () => {
    const headings = (text: string) =>
      Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
    const links = Array.from(read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g))
    const broken = links.filter(([, to = '', heading]) => {
      const target = to === '' ? file : path.join(path.dirname(file), to)
      if (!existsSync(path.join(root, target))) return true
      return heading !== undefined && !headings(read(target)).includes(heading)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  test('refers only to commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = Array.from(
      read(file).matchAll(/npm run ([a-z][\w:-]*)(?![\w:-]| -w)/g),
      ([, name = '']) => name,
    )
    expect(named.filter((name) => !(name in scripts) && name !== 'package')).toEqual([])
  })
})

test('every file that docs/security-checklist.md cites as evidence exists', () => {
  const shown = Array.from(
    read('docs/security-checklist.md').matchAll(/`((?:api|core|site|admin-desktop|deploy|\.ci)\/[\w./-]+)`/g),
    ([, name = '']) => (/^(?:deploy|\.ci)\//.test(name) ? name : `packages/${name}`),
  )
  expect(shown.length).toBeGreaterThan(100)
  expect(shown.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
})

test('docs/security-checklist.md lists each requirement once, with whether it is met', () => {
  const rows = read('docs/security-checklist.md')
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const named = rows.flatMap(([, numbers = '']) => numbers.split(', '))
  expect(new Set(named).size).toBe(named.length)
  const rated = rows.filter((row) => row.length === 6)
  expect(rated.length).toBeGreaterThan(90)
  expect(rated.filter(([, , , status = '']) => !['met', 'partly', 'open'].includes(status))).toEqual([])
})

/** All variables that the server reads: those in the tables of docs/configuration.md. */
const variables = new Set(
  Array.from(read('docs/configuration.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm), ([, name = '']) => name),
)

test('deployment files set only variables that the server reads', () => {
  expect(variables.size).toBeGreaterThan(40)
  const set = [
    ...read('deploy/priormark.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm),
    ...read('deploy/Containerfile').matchAll(/(?<=^ENV .*)\b([A-Z][A-Z0-9_]*)=/gm),
    ...read('deploy/priormark.service').matchAll(/^Environment=([A-Z][A-Z0-9_]*)=/gm),
    ...read('deploy/compose.yaml').matchAll(/^ {6}([A-Z][A-Z0-9_]*):/gm),
  ].map(([, name = '']) => name)
  expect(set.length).toBeGreaterThan(15)
  // Those of PostgreSQL, of the Caddyfile, of Node and of the C library.
  const isForeign = (name: string) => /^(POSTGRES|PRIORMARK|NODE|MALLOC)_/.test(name)
  expect(set.filter((name) => !variables.has(name) && !isForeign(name))).toEqual([])
})

test('every variable of the table is read somewhere in the server', () => {
  const sources = execFileSync('grep', ['-rhoE', '[A-Z][A-Z0-9_]{3,}', 'packages/api/src'], {
    cwd: root,
    encoding: 'utf8',
  })
  const named = new Set(sources.split('\n'))
  expect(Array.from(variables).filter((name) => !named.has(name) && !sources.includes(name))).toEqual([])
})

test('no proxy logs client addresses or the secret part of a URL, as the privacy page promises', () => {
  expect(read('deploy/Caddyfile')).toMatch(/^\tlog \{\n\t\texclude http\.log\.error\n\t\}$/m)
  expect(read('deploy/Caddyfile').match(/^\s*log\b/gm)).toHaveLength(1)
  const servers = read('deploy/nginx.conf')
    .split(/^server \{/m)
    .slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) {
    expect(server).toMatch(/^ {4}access_log off;$/m)
    expect(server).toMatch(/^ {4}error_log \S+ emerg;$/m)
  }
})

test('the container runs as an unprivileged user, on the newest tested Node, with a health check', () => {
  const lines = read('deploy/Containerfile').split('\n')
  const from = lines.filter((line) => line.startsWith('FROM '))
  expect(from.every((line) => line.includes('node:24'))).toBe(true)
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  expect(last).toContain('USER node')
  expect(last.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true)
})

test.skipIf(!has('systemd-analyze'))(
  'systemd accepts the unit and rates its hardening as good (skipped without systemd-analyze)',
  () => {
    const unit = path.join(root, 'deploy/priormark.service')
    execFileSync('systemd-analyze', ['verify', unit])
    const rated = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    })
    const [, exposure = '10'] = /Overall exposure level for .*: ([\d.]+)/.exec(rated) ?? []
    expect(Number(exposure)).toBeLessThan(2)
  },
)

test.skipIf(!has('caddy'))('Caddy accepts its configuration (skipped without Caddy)', () => {
  const file = path.join(root, 'deploy/Caddyfile')
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
    env: { ...process.env, PRIORMARK_HOST: 'localhost' },
  })
  expect(status, stderr).toBe(0)
})

const pythonReadsYaml = spawnSync('/usr/bin/python3', ['-c', 'import yaml']).status === 0
test.skipIf(!pythonReadsYaml)(
  'the compose file is valid YAML, and every container has minimal privileges (skipped without python3-yaml)',
  () => {
    const program = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))'
    const text = execFileSync('/usr/bin/python3', ['-c', program, path.join(root, 'deploy/compose.yaml')], {
      encoding: 'utf8',
    })
    const { services }: { services: Record<string, { cap_drop: string[]; ports?: string[] }> } =
      JSON.parse(text)
    expect(Object.keys(services)).toEqual(['database', 'priormark', 'caddy'])
    for (const { cap_drop } of Object.values(services)) expect(cap_drop).toEqual(['ALL'])
    // Only the proxy publishes ports.
    expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(['caddy'])
  },
)

interface Component {
  name: string
  version: string
  properties: { name: string; value: string }[]
}

// Without --omit dev: npm would leave out a package that one workspace needs at run time and another as a tool, such as
// valibot.
test('the bill of materials lists every package used at run time, and distinguishes tools', () => {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], options)
  const { bomFormat, components }: { bomFormat: string; components: Component[] } = JSON.parse(text)
  expect(bomFormat).toBe('CycloneDX')
  const isTool = ({ properties }: Component) =>
    properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
  const running = new Set(
    components.filter((one) => !isTool(one)).map(({ name, version }) => `${name}@${version}`),
  )
  for (const name of ['core', 'api', 'site']) {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      read(`packages/${name}/package.json`),
    )
    const wanted = Object.entries(dependencies)
      .filter(([dependency]) => !dependency.startsWith('@priormark/'))
      .map(([dependency, version]) => `${dependency}@${version}`)
    expect(wanted.filter((one) => !running.has(one))).toEqual([])
  }
  expect(components.filter(isTool).map(({ name }) => name)).toContain('vitest')
})
