import { defineEntity, p } from '@mikro-orm/core'
import { Admin } from './admin-entity.ts'

export const AccessTokenSchema = defineEntity({
  name: 'AccessToken',
  tableName: 'access_token',
  properties: {
    id: p.uuid().primary(),
    /** SHA-256 of the token in hex, so that the table does not reveal working tokens. */
    tokenHash: p.string().length(64).unique(),
    admin: () => p.manyToOne(Admin).deleteRule('cascade'),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
    revokedAt: p.datetime().nullable(),
    /** Accurate to a few minutes. */
    lastUsedAt: p.datetime().nullable(),
    /** A description of the client, such as 'Firefox on Windows'. */
    client: p.string().length(100).nullable(),
    /** The network of the login in short form, such as '203.0.113.*'; null once another login has ended this one. */
    network: p.string().length(50).nullable(),
  },
})

/** A login. The bearer token and the session cookie of one browser both refer to this row and end with it. */
export class AccessToken extends AccessTokenSchema.class {}
AccessTokenSchema.setClass(AccessToken)
