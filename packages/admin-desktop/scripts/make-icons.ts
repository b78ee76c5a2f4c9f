import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import sharp from 'sharp'
import { appleSizes, icnsFile, icoFile, windowsSizes, type IconImage } from './icon-files.ts'

/** `node make-icons.ts [FOLDER]`: renders the app icons for each system from the site's logo. */
const folder = process.argv[2] ?? path.resolve(import.meta.dirname, '../dist/build')
const mark = readFileSync(path.resolve(import.meta.dirname, '../../site/static/icon.svg'), 'utf8')
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512]

/** The margin and corner radius of the icon as fractions of its side. Apple's icons have a margin of a tenth. */
const plain = { margin: 0, radius: 0.18 }
const apple = { margin: 0.098, radius: 0.18 }

/** Renders the logo with rounded corners. */
async function renderIcon(size: number, { margin, radius }: typeof plain): Promise<IconImage> {
  const side = 24 * (1 - 2 * margin)
  const at = 24 * margin
  const corner = side * radius
  const drawn = mark.replace(
    /^<svg[^>]*>/,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24">` +
      `<clipPath id="square"><rect width="24" height="24" rx="${(corner * 24) / side}"/></clipPath>` +
      `<g clip-path="url(#square)" transform="translate(${at} ${at}) scale(${side / 24})">`,
  )
  const image = sharp(Buffer.from(drawn.replace('</svg>', '</g></svg>')))
  const rgba = await image.clone().ensureAlpha().raw().toBuffer()
  const png = await image.png({ compressionLevel: 9 }).toBuffer()
  return { size, png, rgba }
}

const all = (sizes: readonly number[], shape: typeof plain) =>
  Promise.all(sizes.map((size) => renderIcon(size, shape)))

mkdirSync(path.join(folder, 'icons'), { recursive: true })
for (const { size, png } of await all(linuxSizes, plain)) {
  writeFileSync(path.join(folder, 'icons', `${size}x${size}.png`), png)
}
writeFileSync(path.join(folder, 'icon.ico'), icoFile(await all(windowsSizes, plain)))
writeFileSync(path.join(folder, 'icon.icns'), icnsFile(await all(appleSizes, apple)))
