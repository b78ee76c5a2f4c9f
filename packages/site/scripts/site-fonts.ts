import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** A file of src/ui/fonts.css: a part of a font that an npm package has under the SIL Open Font License 1.1. */
interface FontSubset {
  /** The package in @fontsource-variable, and the file in it. */
  source: [name: string, file: string]
  characters: string
  axes: Parameters<typeof subsetFont>[2]['variationAxes']
}

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
const basicLatin = `${ascii}\u00A0·©–—‘’“”•…→−`
/** The accented letters of western European names. */
const accentedLatin = String.fromCharCode(...Array.from({ length: 64 }, (_, index) => 192 + index))

const serif = { wght: { min: 400, max: 700 }, opsz: 14 }

const subsets: Record<string, FontSubset> = {
  'bricolage-display': {
    source: ['bricolage-grotesque', 'bricolage-grotesque-latin-opsz-normal'],
    characters: ` ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;!?&$%/+-–—‘’“”'"()#@…\u00A0`,
    axes: { opsz: 48, wght: { min: 500, max: 800 } },
  },
  'source-serif': {
    source: ['source-serif-4', 'source-serif-4-latin-opsz-normal'],
    characters: basicLatin,
    axes: serif,
  },
  'source-serif-accents': {
    source: ['source-serif-4', 'source-serif-4-latin-opsz-normal'],
    characters: accentedLatin,
    axes: serif,
  },
  'source-serif-italic': {
    source: ['source-serif-4', 'source-serif-4-latin-opsz-italic'],
    characters: basicLatin + accentedLatin,
    axes: { ...serif, wght: 400 },
  },
  'jetbrains-mono': {
    source: ['jetbrains-mono', 'jetbrains-mono-latin-wght-normal'],
    characters: basicLatin,
    axes: { wght: 500 },
  },
}

/** Writes the fonts of the public site to dist/font. A font whose file exists is not made again. */
export async function makeSiteFonts(): Promise<void> {
  await mkdir(new URL('../dist/font/', import.meta.url), { recursive: true })
  await Promise.all(Object.entries(subsets).map(([name, subset]) => makeFont(name, subset)))
}

async function makeFont(name: string, { source: [family, file], characters, axes }: FontSubset) {
  const target = fileURLToPath(new URL(`../dist/font/${name}.woff2`, import.meta.url))
  if (await stat(target).catch(() => null)) return
  const source = import.meta.resolve(`@fontsource-variable/${family}/files/${file}.woff2`)
  const options = { targetFormat: 'woff2', ...(axes && { variationAxes: axes }) } as const
  await writeFile(target, await subsetFont(await readFile(fileURLToPath(source)), characters, options))
}
