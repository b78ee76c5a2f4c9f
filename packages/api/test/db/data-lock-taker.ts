import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { lockDataFolder } from '../../src/db/data-lock.ts'

// Takes a data folder at a moment that others may take it at too, says whether it could, and has it until it is killed.
// node data-lock-taker.ts <folder> <milliseconds since 1970>
const [, , folder = '', at = ''] = process.argv
await wait(Number(at) - Date.now() - 20)
while (Date.now() < Number(at)) continue
try {
  const lock = await lockDataFolder(folder)
  process.stdout.write('taken')
  setInterval(() => lock, 1_000)
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : 'failed')
}
