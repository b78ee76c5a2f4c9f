import { defineEntity, p } from '@mikro-orm/core'
import { Admin } from './admin-entity.ts'

const AccessTokenSchema = defineEntity({
  name: 'AccessToken',
  tableName: 'access_token',
  properties: {
    id: p.uuid().primary(),
    /** SHA-256 of the token in hex: whoever reads the table cannot log in with it. */
    tokenHash: p.string().length(64).unique(),
    admin: () => p.manyToOne(Admin).deleteRule('cascade'),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
    revokedAt: p.datetime().nullable(),
    /** To a few minutes. */
    lastUsedAt: p.datetime().nullable(),
    /** What logged in, in words, such as 'Firefox on Windows'. */
    client: p.string().length(100).nullable(),
    /** The network it logged in from, in short form, such as '203.0.113.*'; null once another login has ended it. */
    network: p.string().length(50).nullable(),
  },
})

/** One login: the bearer token and the session cookie of one browser both stand on this row, and fall with it. */
export class AccessToken extends AccessTokenSchema.class {}
AccessTokenSchema.setClass(AccessToken)
