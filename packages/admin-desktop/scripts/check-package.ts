import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { extractFile, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/**
 * `node check-package.ts`, after a build: packages the app as a Linux release does, with an empty file instead of
 * Electron, and checks the result. @throws if a check fails
 */

/** The marker of the fuses in Electron's executable, their version, their number, and each fuse: all are on here. */
const fuses = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09${'1'.repeat(9)}`
const feed = 'https://downloads.example/admin'

const packageFolder = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'priormark-package-'))
try {
  const electron = path.join(folder, 'electron')
  mkdirSync(path.join(electron, 'resources'), { recursive: true })
  mkdirSync(path.join(electron, 'locales'))
  writeFileSync(path.join(electron, 'electron'), fuses, { mode: 0o755 })
  writeFileSync(path.join(electron, 'version'), 'v45.4.1')
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak', 'locales/en-GB.pak']) {
    writeFileSync(path.join(electron, name), '')
  }
  const overrides = {
    electronDist: electron,
    'directories.output': path.join(folder, 'release'),
    'publish.provider': 'generic',
    'publish.url': feed,
  }
  execFileSync(
    path.resolve(packageFolder, '../../node_modules/.bin/electron-builder'),
    ['--linux', '--x64', '--dir', ...Object.entries(overrides).map(([name, value]) => `-c.${name}=${value}`)],
    { cwd: packageFolder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const packaged = path.join(folder, 'release/linux-unpacked')
  await checkFuses(path.join(packaged, 'priormark-admin'))
  checkArchive(path.join(packaged, 'resources/app.asar'))
  const update = readFileSync(path.join(packaged, 'resources/app-update.yml'), 'utf8')
  assert.match(update, /^provider: generic$/m)
  assert.ok(update.includes(`url: ${feed}\n`), 'installed apps look for updates at the feed of the release')
  process.stdout.write('The fuses, the archive and the update feed of the package are correct.\n')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function checkFuses(program: string): Promise<void> {
  const wire = await getCurrentFuseWire(program)
  const wanted = {
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    GrantFileProtocolExtraPrivileges: false,
  } as const
  for (const [name, isOn] of Object.entries(wanted)) {
    const state = Object.entries(wire).find(([option]) => FuseV1Options[Number(option)] === name)?.[1]
    assert.equal(state, isOn ? FuseState.ENABLE : FuseState.DISABLE, `the fuse ${name}`)
  }
}

/** Expects the archive to contain the app and its dependencies, and nothing else of this repository. */
function checkArchive(archive: string): void {
  const files = listPackage(archive, { isPack: false })
  const unexpected = files.filter((file) => !/^\/(out|node_modules|package\.json)(\/|$)/.test(file))
  assert.deepEqual(unexpected, [])
  assert.deepEqual(
    files.filter((file) => file.startsWith('/out/') && file.endsWith('.map')),
    [],
  )
  for (const file of ['/out/main/index.js', '/out/preload/index.cjs', '/out/renderer/index.html']) {
    assert.ok(files.includes(file), `${file} is packed`)
  }
  const main = extractFile(archive, 'out/main/index.js').toString()
  const loaded = [...main.matchAll(/(?:^import [^'"\n]*|\bimport\()["']([^"'.][^"']*)["']/gm)].flatMap(
    ([, name]) => name ?? [],
  )
  assert.ok(loaded.includes('electron'))
  for (const name of loaded.filter((one) => one !== 'electron' && !isBuiltin(one))) {
    assert.ok(files.includes(`/node_modules/${name}/package.json`), `${name} is packed`)
  }
  const manifest = JSON.parse(extractFile(archive, 'package.json').toString())
  // Links find the app by its desktop file's name, and its data folder has the product's name.
  assert.equal(manifest.desktopName, 'priormark-admin.desktop')
  assert.equal(manifest.productName, 'Priormark')
}
