import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'

/** Anvil's names for processor architectures. */
const processors: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** Returns the program that npm installed for this machine (`@foundry-rs/anvil`), or null. */
export function findAnvil(platform: string = process.platform, arch: string = process.arch): string | null {
  const require = createRequire(import.meta.url)
  const name = `@foundry-rs/anvil-${platform}-${processors[arch] ?? arch}/package.json`
  try {
    const beside = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
    const folder = path.dirname(beside.resolve(name))
    return path.join(folder, 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch {
    return null
  }
}
