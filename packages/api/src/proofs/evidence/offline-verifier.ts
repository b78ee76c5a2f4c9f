import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const builtFile = new URL('../../../../site/dist/verify/verify.html', import.meta.url)

/** Reads verify.html from the site's build. Null if the build does not have it. */
export async function readOfflineVerifier(): Promise<Uint8Array | null> {
  try {
    return await readFile(builtFile)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Warns the operator if evidence is sent without the verifier. */
export async function verifierWarnings(): Promise<string[]> {
  if ((await readOfflineVerifier()) !== null) return []
  return [
    `The build has no offline verifier (${fileURLToPath(builtFile)}): evidence is sent without verify.html until "npm run build" creates it.`,
  ]
}
