import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const source = fileURLToPath(
  import.meta
    .resolve('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2'),
)
const target = fileURLToPath(new URL('../dist/font/bricolage-display.woff2', import.meta.url))

/** The characters of headlines, step numbers and prices. */
const characters = ' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;!?&$%/+-–—‘’“”\'"()#@…'

/** Subsets the headline font to these characters, one optical size and a range of weights. Does nothing if the result exists. */
export async function makeDisplayFont(): Promise<void> {
  if (await stat(target).catch(() => null)) return
  const font = await subsetFont(await readFile(source), characters, {
    targetFormat: 'woff2',
    variationAxes: { opsz: 48, wght: { min: 500, max: 800 } },
  })
  await mkdir(new URL('../dist/font/', import.meta.url), { recursive: true })
  await writeFile(target, font)
}
