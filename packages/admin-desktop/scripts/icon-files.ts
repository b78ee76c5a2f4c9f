/** A picture of one size in a file of several. */
export interface IconPicture {
  /** Its width and height, in pixels. */
  size: number
  png: Buffer
  /** Its pixels row by row from the top: red, green, blue, alpha. */
  rgba: Buffer
}

/** Up to this size Windows wants pixels in an icon, above it PNG. */
const largestPlainSize = 64

/** Apple's names for PNG pictures of these sizes; the sizes of the doubled screens count twice. */
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

/** The pixel sizes that a `.icns` has. */
export const appleSizes = [...new Set(appleTypes.map(([, size]) => size))]

/** The pixel sizes that a `.ico` has: what Windows shows at 100 to 250 %. */
export const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 256]

/** Windows' `.ico`: a header, a line for each picture, the pictures. */
export function icoFile(pictures: readonly IconPicture[]): Buffer {
  const bodies = pictures.map((picture) =>
    picture.size > largestPlainSize ? picture.png : deviceBitmap(picture),
  )
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = 6 + 16 * pictures.length
  const lines = pictures.map(({ size }, index) => {
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

/** Pixels as Windows keeps them: rows from the bottom, blue first, then a mask that says of every pixel to take it. */
function deviceBitmap({ size, rgba }: IconPicture): Buffer {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(size, 4)
  // Picture and mask together.
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
  // A row of the mask, one bit a pixel, fills whole groups of four bytes.
  const mask = Buffer.alloc(size * Math.ceil(size / 32) * 4)
  return Buffer.concat([header, pixels, mask])
}

/** macOS' `.icns`: a header, then each picture with its name and length. @throws where a size is missing */
export function icnsFile(pictures: readonly IconPicture[]): Buffer {
  const parts = appleTypes.map(([type, size]) => {
    const picture = pictures.find((one) => one.size === size)
    if (picture === undefined) throw new RangeError(`A picture of ${size} pixels is missing`)
    return Buffer.concat([Buffer.from(type, 'latin1'), bigEndian(picture.png.length + 8), picture.png])
  })
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from('icns', 'latin1'), bigEndian(body.length + 8), body])
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
