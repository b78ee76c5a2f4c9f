import { defineEntity, p } from '@mikro-orm/core'

export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  indexes: [{ properties: ['at', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(),
    actor: p.string().length(200),
    action: p.string().length(100),
    subject: p.text().nullable(),
    detail: p.text().nullable(),
    address: p.string().length(100).nullable(),
    searchText: p.text(),
  },
})

/**
 * An action or attempt of an administrator. Rows are only inserted; old failed logins are deleted
 * (staff/auth/sweep-logins.ts).
 */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry)
