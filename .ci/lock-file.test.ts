import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  scripts?: Record<string, string>
}

interface LockedPackage {
  version?: string
  link?: boolean
  integrity?: string
  resolved?: string
}

const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: root })].map((file) => {
  const manifest: Manifest = JSON.parse(read(file))
  return { file, manifest }
})
const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(read('package-lock.json'))

test.each(manifests)('$file names every package with an exact version', ({ manifest }) => {
  const named = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('the lock file has a checksum for every package, and all come from one server over TLS', () => {
  const locked = Object.entries(packages).filter(
    ([name, { link }]) => name.includes('node_modules/') && link !== true,
  )
  expect(locked.length).toBeGreaterThan(100)
  expect(locked.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)).toEqual([])
  const hosts = locked.flatMap(([, { resolved }]) =>
    resolved === undefined ? [] : [new URL(resolved).origin],
  )
  expect(new Set(hosts).size).toBeLessThanOrEqual(1)
  expect(hosts.filter((host) => !host.startsWith('https://'))).toEqual([])
})

test('no package, including this project, runs a script at installation', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  const hooks = /^(pre|post)?(install|prepare|publish|pack)$/
  for (const { manifest } of manifests)
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => hooks.test(name))).toEqual([])
})
