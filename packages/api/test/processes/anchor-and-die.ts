import { openPglite, openPostgres, type Database } from '../../src/db/orm.ts'
import { startPglite } from '../../src/db/pglite.ts'
import { evmConfig, openPort, sealRoot } from '../evm-fixtures.ts'

// Seals a root, hands it to a chain and is killed at a given step.
// node anchor-and-die.ts <postgres address, or the folder of a PGlite database> <address of the node> <fail point>
const [, , place = '', nodeUrl = '', deadlyPoint = ''] = process.argv
const database: Database = place.startsWith('postgres')
  ? await openPostgres(place)
  : await openPglite(await startPglite({ dataDir: place }))
await database.migrate()
await sealRoot(database)
const port = openPort(database, evmConfig(nodeUrl), {
  failPoint(at) {
    if (at === deadlyPoint) process.kill(process.pid, 'SIGKILL')
  },
})
await port.tick()
