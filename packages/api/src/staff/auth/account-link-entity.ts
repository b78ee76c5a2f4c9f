import { defineEntity, p } from '@mikro-orm/core'
import { roles } from '@priormark/core/platform/roles'
import { Admin } from './admin-entity.ts'

/** What a link in an email does: adds an administrator, confirms an address, or sets a new password. */
const linkKinds = ['invitation', 'email', 'password'] as const
export type LinkKind = (typeof linkKinds)[number]

export const AccountLinkSchema = defineEntity({
  name: 'AccountLink',
  tableName: 'account_link',
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

/** A link for a person's account. The row is deleted when the link is used or canceled, so that it works once. */
export class AccountLink extends AccountLinkSchema.class {}
AccountLinkSchema.setClass(AccountLink)
