import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { AppError } from '@priormark/core/errors'
import sharp from 'sharp'
import { drawImage } from '../../src/images/image-files.ts'

// Draws a picture, and writes what came of it and by how many kilobytes the most memory grew.
// node draw-bomb.ts <file>
const [, , file = ''] = process.argv
const bytes = await readFile(file)
// The library itself is no part of what the picture costs.
await drawImage(
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer(),
)
const before = process.resourceUsage().maxRSS
const outcome = await drawImage(bytes).then(
  () => 'drawn',
  (error: unknown) => (error instanceof AppError ? `${error.status} ${error.message}` : String(error)),
)
process.stdout.write(`${outcome}\t${process.resourceUsage().maxRSS - before}\n`)
