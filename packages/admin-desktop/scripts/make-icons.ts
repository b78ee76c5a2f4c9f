import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import sharp from 'sharp'
import { appleSizes, icnsFile, icoFile, windowsSizes, type IconPicture } from './icon-files.ts'

/** `node make-icons.ts [FOLDER]`: the icons of the program for each system, drawn from the mark of the site. */
const folder = process.argv[2] ?? path.resolve(import.meta.dirname, '../dist/build')
const mark = readFileSync(path.resolve(import.meta.dirname, '../../site/static/icon.svg'), 'utf8')
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512]

/** Where the mark stands on its square, in shares of the side: Apple leaves a rim of a tenth, the others none. */
const plain = { rim: 0, radius: 0.18 }
const apple = { rim: 0.098, radius: 0.18 }

/** Draws the mark with round corners. */
async function picture(size: number, { rim, radius }: typeof plain): Promise<IconPicture> {
  const side = 24 * (1 - 2 * rim)
  const at = 24 * rim
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
  Promise.all(sizes.map((size) => picture(size, shape)))

mkdirSync(path.join(folder, 'icons'), { recursive: true })
for (const { size, png } of await all(linuxSizes, plain)) {
  writeFileSync(path.join(folder, 'icons', `${size}x${size}.png`), png)
}
writeFileSync(path.join(folder, 'icon.ico'), icoFile(await all(windowsSizes, plain)))
writeFileSync(path.join(folder, 'icon.icns'), icnsFile(await all(appleSizes, apple)))
