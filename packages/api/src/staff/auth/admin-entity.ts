import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { roles } from '@priormark/core/platform/roles'

export const Admin = defineEntity({
  name: 'Admin',
  properties: {
    id: p.uuid().primary(),
    /** Lower case, so that names are case-insensitive. */
    username: p.string().length(200).unique(),
    /** The original username of someone who was renamed; see `originalUsername` of `Session` in core. It stays reserved for them. */
    originalUsername: p.string().length(200).nullable(),
    /** Confirmed by a link. Lower case; null until the person gives one. */
    email: p.string().length(320).unique().nullable(),
    role: p.enum(roles).default('owner'),
    /** The author of their new posts; null for the default one. Set with the name that the person chose, see author-service.ts. */
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
export type Admin = InferEntity<typeof Admin>

/** A login. The bearer token and the session cookie of one browser both refer to this row and end with it. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
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
export type AccessToken = InferEntity<typeof AccessToken>

/** What a link in an email does: adds an administrator, confirms an address, or sets a new password. */
const linkKinds = ['invitation', 'email', 'password'] as const
export type LinkKind = (typeof linkKinds)[number]

/** A link for a person's account. The row is deleted when the link is used or canceled, so that it works once. */
export const AccountLink = defineEntity({
  name: 'AccountLink',
  uniques: [
    { properties: ['kind', 'email'], where: { kind: 'invitation' } },
    { properties: ['kind', 'admin'] },
  ],
  properties: {
    id: p.uuid().primary(),
    kind: p.enum(linkKinds),
    /** Where the link is sent, in lower case. */
    email: p.string().length(320),
    /** The role of an invited person. */
    role: p.enum(roles).nullable(),
    /** Whose link it is; null for an invitation. */
    admin: () => p.manyToOne(Admin).deleteRule('cascade').nullable(),
    /** Who sent an invitation; null for other links. */
    inviter: () => p.manyToOne(Admin).deleteRule('cascade').nullable(),
    createdAt: p.datetime(),
    /** When the last email was requested. */
    requestedAt: p.datetime(),
    expiresAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    /** Why the mail server rejected the last email. */
    mailError: p.text().nullable(),
  },
})
export type AccountLink = InferEntity<typeof AccountLink>

/** A one-time substitute for an authenticator code. Deleted when it is used. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  properties: {
    /** SHA-256 in hex of the code, which has 120 random bits. */
    codeHash: p.string().length(64).primary(),
    admin: () => p.manyToOne(Admin).deleteRule('cascade').index(),
  },
})
export type RecoveryCode = InferEntity<typeof RecoveryCode>
