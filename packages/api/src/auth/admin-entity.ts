import { defineEntity, p } from '@mikro-orm/core'

const AdminSchema = defineEntity({
  name: 'Admin',
  tableName: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Lower case, so that names are case-insensitive. */
    username: p.string().length(200).unique(),
    passwordHash: p.text(),
    disabledAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** The encrypted secret of the second factor (secret-cipher.ts). Codes are not required before `totpEnabledAt`. */
    totpSecret: p.text().nullable(),
    totpEnabledAt: p.datetime().nullable(),
    /** The 30-second step of the last accepted code. That code and older ones are rejected. */
    totpStep: p.integer().nullable(),
  },
})

export class Admin extends AdminSchema.class {}
AdminSchema.setClass(Admin)
