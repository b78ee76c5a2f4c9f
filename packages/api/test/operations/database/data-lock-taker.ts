import { once } from 'node:events'
import process from 'node:process'
import { lockDataFolder } from '../../../src/operations/database/data-lock.ts'

// Reports that it is ready, reads a time (milliseconds since 1970), tries to lock a data folder at that time, reports the
// result, and keeps the lock until it is killed. node data-lock-taker.ts <folder>
const [, , folder = ''] = process.argv
process.stdout.write('ready')
const [at] = await once(process.stdin, 'data')
while (Date.now() < Number(at)) continue
try {
  const lock = await lockDataFolder(folder)
  process.stdout.write('taken')
  setInterval(() => lock, 1_000)
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : 'failed')
}
