import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { AppError } from '@priormark/core/platform/errors'
import sharp from 'sharp'
import { encodeImage } from '../../src/blog/images/image-files.ts'

// Processes an image, and prints the outcome and the growth of peak memory in kilobytes. node process-image.ts <file>
const [, , file = ''] = process.argv
const bytes = await readFile(file)
// Loading the library does not count.
await encodeImage(
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer(),
)
const before = process.resourceUsage().maxRSS
const outcome = await encodeImage(bytes).then(
  () => 'encoded',
  (error: unknown) => (error instanceof AppError ? `${error.status} ${error.message}` : String(error)),
)
process.stdout.write(`${outcome}\t${process.resourceUsage().maxRSS - before}\n`)
