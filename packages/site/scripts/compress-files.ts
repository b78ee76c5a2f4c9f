import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

const texts = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt'])

/**
 * Writes the smallest Brotli and gzip form of each text file beside it, as `<name>.br` and `<name>.gz`. They take seconds, which
 * every server process would otherwise spend again, while visitors wait.
 */
export async function compressFiles(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true })
  await Promise.all(
    names
      .filter((name) => texts.has(path.extname(name)))
      .map((name) => path.join(directory, name))
      .map(async (file) => {
        const bytes = await readFile(file)
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        await writeFile(`${file}.br`, await brotli(bytes, { params }))
        await writeFile(`${file}.gz`, await deflate(bytes, { level: 9 }))
      }),
  )
}
