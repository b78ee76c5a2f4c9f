import process from 'node:process'
import { evmConfig, openPort, sealRoot } from '../evm-stand.ts'
import { openPlace } from '../stable-place.ts'

// Seals a root, sends it to an EVM chain and is killed at a given step. node send-and-die.ts <postgres URL, or the
// folder of a PGlite database> <URL of the node> <fail point>
const [, , place = '', nodeUrl = '', deadlyPoint = ''] = process.argv
const database = await openPlace(place)
await database.migrate()
await sealRoot(database)
const port = openPort(database, evmConfig(nodeUrl), {
  failPoint(at) {
    if (at === deadlyPoint) process.kill(process.pid, 'SIGKILL')
  },
})
await port.advance()
// The step was not reached.
process.exit(1)
