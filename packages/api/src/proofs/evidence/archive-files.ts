import { readdir, readFile } from 'node:fs/promises'

const checkers = new URL('../../../../core/proof-vectors/', import.meta.url)
const license = new URL('../../../../../LICENSE', import.meta.url)

/** The programs that check a proof, the description of its format, and what they need. */
const checkerNames = ['README.md', 'proof.schema.json', 'tables.json', 'verify.py', 'verify.mjs'] as const
const checkerFolders = ['python', 'node'] as const

/** Reads the files of check/, by their path in the ZIP. */
export async function readCheckers(): Promise<Record<string, Uint8Array>> {
  const inFolders = await Promise.all(
    checkerFolders.map(async (folder) => {
      const names = await readdir(new URL(`${folder}/`, checkers))
      return names.filter((name) => /\.(py|mjs)$/.test(name)).map((name) => `${folder}/${name}`)
    }),
  )
  const names = [...checkerNames, ...inFolders.flat().sort()]
  const files = names.map(async (name) => [`check/${name}`, await readFile(new URL(name, checkers))] as const)
  return Object.fromEntries(await Promise.all(files))
}

/** Reads the license of the software in the ZIP. */
export async function readLicense(): Promise<Uint8Array> {
  return readFile(license)
}
