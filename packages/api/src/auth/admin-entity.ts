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
  },
})

/** An administrator. */
export class Admin extends AdminSchema.class {}
AdminSchema.setClass(Admin)
