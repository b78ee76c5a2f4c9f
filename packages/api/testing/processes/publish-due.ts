import { once } from 'node:events'
import process from 'node:process'
import { sql } from 'kysely'
import { publishDuePosts } from '../../src/blog/post-schedule.ts'
import { openPostgres } from '../../src/operations/database/orm.ts'
import { silentLog } from '../silent-log.ts'

// Publishes due posts after a line on standard input, and prints their count. node publish-due.ts <postgres URL>
const [, , address = ''] = process.argv
const database = await openPostgres(address)
await sql`select 1`.execute(database.fork().getKysely())
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
process.stdout.write(`${await publishDuePosts({ database, log: silentLog })}\n`)
await database.close()
