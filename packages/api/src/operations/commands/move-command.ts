import '../../platform/config/umask.ts'
import { moveToPostgres } from '../backup/move-tables.ts'
import { createLog } from '../../platform/logging/log.ts'
import { counted } from '@priormark/core/platform/counted'
import { countRows } from '../backup/manifest.ts'
import { runCommand } from './run-command.ts'

// `DATABASE_URL=postgres://... npm run move-to-postgres`
await runCommand(async (config) => {
  const tables = await moveToPostgres(config, { log: createLog(config.logLevel) })
  return [
    ...tables.map(({ name, rows }) => `${name}: ${counted(rows, 'row', 'rows')}, all identical`),
    `Moved ${counted(countRows(tables), 'row', 'rows')}. Start the server with this DATABASE_URL and the same DATA_DIR, which still contains the old database.`,
  ]
})
