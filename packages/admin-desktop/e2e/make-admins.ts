import process from 'node:process'
import { Role } from '@priormark/core/platform/roles'
import * as v from 'valibot'
import { createAdmin } from '../../api/src/staff/auth/admin-service.ts'
import { hashPassword } from '../../api/src/staff/auth/password.ts'
import { openDatabase } from '../../api/src/operations/database/open-database.ts'

/** `node make-admins.ts PASSWORD NAME[:ROLE]...`: adds administrators to the shop at DATA_DIR and DATABASE_URL; without a role, owners. */
const [password = '', ...people] = process.argv.slice(2)
const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = null } = process.env
const database = await openDatabase({ databaseUrl, dataDir })
const em = database.fork()
const passwordHash = await hashPassword(password)
for (const person of people) {
  const [username = '', role = 'owner'] = person.split(':')
  createAdmin(em, { username, passwordHash, role: v.parse(Role, role), email: null })
}
await em.flush()
await database.close()
