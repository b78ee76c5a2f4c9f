const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const textTypes = new Set(['tEXt', 'zTXt', 'iTXt'])

/** The length and the type before a chunk's data, and the checksum after it, in bytes. */
const chunkFrameBytes = 12

/**
 * Returns a PNG without its chunks of text (PNG specification, 11.3.3), and other files as they are. The decoder would inflate
 * them all, also where nothing asks for them: 100 chunks of 7 KB take 2.9 GB of memory. Nothing of them is kept anyway.
 */
export function withoutPngTexts(source: Buffer): Buffer {
  if (!source.subarray(0, signature.length).equals(signature)) return source
  const parts: Buffer[] = [signature]
  let start = signature.length
  while (start + chunkFrameBytes <= source.length) {
    const end = start + chunkFrameBytes + source.readUInt32BE(start)
    const type = source.toString('latin1', start + 4, start + 8)
    if (!textTypes.has(type)) parts.push(source.subarray(start, end))
    start = end
  }
  // What is left of a file that ends early; the decoder reports it.
  return Buffer.concat([...parts, source.subarray(start)])
}
