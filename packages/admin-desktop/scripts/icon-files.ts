/** An image of one size in an icon file. */
export interface IconImage {
  /** Its width and height, in pixels. */
  size: number
  png: Buffer
  /** Pixels from the top row down: red, green, blue, alpha. */
  rgba: Buffer
}

/** Windows expects bitmaps up to this size in an icon, and PNG above it. */
const largestPlainSize = 64

/** Apple's types for PNG images of these sizes. Retina variants have their own types. */
const appleTypes = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const

/** The pixel sizes in a `.icns` file. */
export const appleSizes = [...new Set(appleTypes.map(([, size]) => size))]

/** The pixel sizes in a `.ico` file: what Windows shows at 100 to 250% scaling. */
export const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 256]

/** Returns a Windows `.ico` file: a header, an entry for each image, the images. */
export function icoFile(images: readonly IconImage[]): Buffer {
  const bodies = images.map((image) => (image.size > largestPlainSize ? image.png : deviceBitmap(image)))
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = 6 + 16 * images.length
  const lines = images.map(({ size }, index) => {
    const line = Buffer.alloc(16)
    const length = bodies[index]?.length ?? 0
    // 256 is written as 0.
    line.writeUInt8(size % 256, 0)
    line.writeUInt8(size % 256, 1)
    line.writeUInt16LE(1, 4)
    line.writeUInt16LE(32, 6)
    line.writeUInt32LE(length, 8)
    line.writeUInt32LE(offset, 12)
    offset += length
    return line
  })
  return Buffer.concat([header, ...lines, ...bodies])
}

/** Returns a Windows bitmap: rows from the bottom up, blue first, then a mask that shows every pixel. */
function deviceBitmap({ size, rgba }: IconImage): Buffer {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(size, 4)
  // The height covers the image and the mask.
  header.writeInt32LE(size * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = ((size - 1 - row) * size + column) * 4
      const to = (row * size + column) * 4
      pixels.writeUInt8(rgba.readUInt8(from + 2), to)
      pixels.writeUInt8(rgba.readUInt8(from + 1), to + 1)
      pixels.writeUInt8(rgba.readUInt8(from), to + 2)
      pixels.writeUInt8(rgba.readUInt8(from + 3), to + 3)
    }
  }
  // Each row of the mask has one bit per pixel, padded to four bytes.
  const mask = Buffer.alloc(size * Math.ceil(size / 32) * 4)
  return Buffer.concat([header, pixels, mask])
}

/** Returns a macOS `.icns` file: a header, then each image with its type and length. @throws if a size is missing */
export function icnsFile(images: readonly IconImage[]): Buffer {
  const parts = appleTypes.map(([type, size]) => {
    const image = images.find((one) => one.size === size)
    if (image === undefined) throw new RangeError(`An image of ${size} pixels is missing`)
    return Buffer.concat([Buffer.from(type, 'latin1'), bigEndian(image.png.length + 8), image.png])
  })
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from('icns', 'latin1'), bigEndian(body.length + 8), body])
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
