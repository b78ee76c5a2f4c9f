import { defineEntity, p } from '@mikro-orm/core'
import { roles } from '@priormark/core/platform/roles'

export const AdminSchema = defineEntity({
  name: 'Admin',
  tableName: 'admin',
  properties: {
    id: p.uuid().primary(),
    /** Lower case, so that names are case-insensitive. */
    username: p.string().length(200).unique(),
    /** The first name of someone who was renamed; see `localName` of `Session` in core. It stays reserved for them. */
    localName: p.string().length(200).nullable(),
    /** Confirmed by a link. Lower case; null until the person gives one. */
    email: p.string().length(320).unique().nullable(),
    role: p.enum(roles).default('owner'),
    /** The author of their new posts; null is the default one. Set with the name that the person chose, see author-service.ts. */
    authorId: p.integer().nullable(),
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
