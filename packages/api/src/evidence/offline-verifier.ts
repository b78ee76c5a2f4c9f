import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const builtFile = new URL('../../../site/dist/verify/verify.html', import.meta.url)

/** The verifier that works from disk without a network, as the site's build made it. Null where the build has none. */
export async function readOfflineVerifier(): Promise<Uint8Array | null> {
  try {
    return await readFile(builtFile)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** What the operator should know at the start: a sentence where evidence leaves without its verifier. */
export async function verifierWarnings(): Promise<string[]> {
  if ((await readOfflineVerifier()) !== null) return []
  return [
    `The build has no offline verifier (${fileURLToPath(builtFile)}): evidence is sent without verify.html until "npm run build" creates it.`,
  ]
}
