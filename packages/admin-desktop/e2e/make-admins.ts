import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { Admin } from '../../api/src/auth/admin-entity.ts'
import { hashPassword } from '../../api/src/auth/password.ts'
import { openDatabase } from '../../api/src/db/open-database.ts'

/** `node make-admins.ts FOLDER PASSWORD NAME...`: the data of a shop before its first start, with these administrators. */
const [dataDir = '', password = '', ...usernames] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl: null, dataDir })
await database.migrate()
const em = database.fork()
const passwordHash = await hashPassword(password)
for (const username of usernames) {
  em.create(Admin, { id: randomUUID(), username, passwordHash, createdAt: new Date() })
}
await em.flush()
await database.close()
