import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one color with one bit per pixel: 50,000 x 50,000 pixels take 300 kB compressed, and 10 GB decoded. */
export function pngBomb(
  width: number,
  height: number,
  ancillaryChunks: readonly Buffer[] = [],
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...ancillaryChunks,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A small PNG with texts of 7 MB each, compressed to 7 kB. */
export function pngTextBomb(type: 'zTXt' | 'iTXt', count: number): Buffer<ArrayBuffer> {
  const text = deflateSync(Buffer.alloc(7 * 1024 * 1024, 'a'), { level: 9 })
  const settings = type === 'zTXt' ? '\0\0' : '\0\x01\0\0\0'
  const texts = Array.from({ length: count }, (_, n) =>
    chunk(type, Buffer.concat([Buffer.from(`Key ${n}${settings}`, 'latin1'), text])),
  )
  return pngBomb(64, 64, texts)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A GIF in which every frame draws only the last pixel of the canvas: 23 bytes per frame. */
export function gifBomb(side: number, frames: number): Buffer<ArrayBuffer> {
  const [low, high] = [side & 255, side >> 8]
  const head = [...Buffer.from('GIF89a'), low, high, low, high, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const delay = [0x21, 0xf9, 4, 0, 1, 0, 0, 0]
  const last = [(side - 1) & 255, (side - 1) >> 8]
  const frame = [...delay, 0x2c, ...last, ...last, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  return Buffer.concat([
    Buffer.from(head),
    ...Array.from({ length: frames }, () => Buffer.from(frame)),
    Buffer.from([0x3b]),
  ])
}

/** An animated WebP with a large canvas, whose frames are one image of a single pixel. */
export function webpBomb(side: number, frames: number, still: Buffer): Buffer<ArrayBuffer> {
  const picture = still.subarray(12)
  const size3 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255]
  const riff = (type: string, data: Buffer | number[]) => {
    const body = Buffer.from(data)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), length, body, Buffer.alloc(body.length % 2)])
  }
  const extended = riff('VP8X', [2, 0, 0, 0, ...size3(side - 1), ...size3(side - 1)])
  const animation = riff('ANIM', [0, 0, 0, 0, 0, 0])
  const place = [...size3(0), ...size3(0), ...size3(0), ...size3(0), ...size3(10), 0]
  const frame = riff('ANMF', [...place, ...picture])
  const content = [Buffer.from('WEBP'), extended, animation, ...Array.from({ length: frames }, () => frame)]
  return Buffer.concat([riff('RIFF', Buffer.concat(content))])
}
