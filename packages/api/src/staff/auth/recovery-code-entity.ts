import { defineEntity, p } from '@mikro-orm/core'
import { Admin } from './admin-entity.ts'

export const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    /** SHA-256 in hex of the code, which has 120 random bits. */
    codeHash: p.string().length(64).primary(),
    admin: () => p.manyToOne(Admin).deleteRule('cascade').index(),
  },
})

/** A one-time substitute for an authenticator code. Deleted when it is used. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode)
