import { defineEntity, p } from '@mikro-orm/core'

const AdminSchema = defineEntity({
  name: 'Admin',
  tableName: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Lower case, so that a name is one name however it is typed. */
    username: p.string().length(200).unique(),
    passwordHash: p.text(),
    disabledAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** The secret of the second factor, sealed (secret-seal.ts); begun, and not asked for before `totpOnAt`. */
    totpSecret: p.text().nullable(),
    totpOnAt: p.datetime().nullable(),
    /** The 30-second step of the last code that was taken: no code is taken twice, and none before it. */
    totpStep: p.integer().nullable(),
  },
})

/** An administrator. */
export class Admin extends AdminSchema.class {}
AdminSchema.setClass(Admin)
