import * as v from 'valibot'
import { Username } from '../auth/endpoints.ts'
import { Role } from '../../platform/roles.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { IsoDate, Uuid } from '../../platform/ids.ts'
import { AccountEmail, MailState } from '../auth/account-endpoints.ts'

/** An administrator as owners see them. */
export const Person = v.object({
  id: Uuid,
  username: v.string(),
  /** Confirmed; null until they give one. */
  email: v.nullable(v.string()),
  role: Role,
  isDisabled: v.boolean(),
  hasSecondFactor: v.boolean(),
  /** When they last used the admin, accurate to a few minutes; null if not in the last two weeks. */
  lastUsedAt: v.nullable(IsoDate),
  /** Whether this person makes the call. */
  isYou: v.boolean(),
})
export type Person = v.InferOutput<typeof Person>

/** An invitation that was neither accepted nor canceled. It can be sent again after it has expired. */
export const Invitation = v.object({
  id: Uuid,
  email: v.string(),
  role: Role,
  invitedBy: v.string(),
  requestedAt: IsoDate,
  expiresAt: IsoDate,
  mail: MailState,
})
export type Invitation = v.InferOutput<typeof Invitation>

/** What the form for an invitation sends. */
export const InvitationInput = v.object({ email: AccountEmail, role: Role })

export const People = v.object({
  /** By name. */
  people: v.array(Person),
  /** Newest first. */
  invitations: v.array(Invitation),
  /** Whether everyone must set up two-step verification before they can do anything else. */
  isSecondFactorRequired: v.boolean(),
})
export type People = v.InferOutput<typeof People>

/** The form that renames someone. */
export const Rename = v.object({ username: Username })

const path = '/api/admin/people'
const ownerById = { access: 'owner', params: v.object({ id: Uuid }) } as const

/** Calls for owners: who may use the admin. */
export const peopleEndpoints = {
  list: endpoint('GET', path, { access: 'owner', reply: People }),
  /** Unchanged and absent fields are ignored. 409 if the shop would have no enabled owner. */
  change: endpoint('PATCH', `${path}/:id`, {
    ...ownerById,
    body: v.object({
      username: v.optional(Username),
      role: v.optional(Role),
      isDisabled: v.optional(v.boolean()),
    }),
    reply: null,
  }),
  /** Turns off the two-step verification of someone who lost their codes. 409 for the caller's own. Idempotent. */
  endSecondFactor: endpoint('DELETE', `${path}/:id/second-factor`, { ...ownerById, reply: null }),
  /** Sends an email with a link. The same request within a minute is a double click, and sends no second email. */
  invite: endpoint('POST', `${path}/invitations`, {
    access: 'owner',
    body: InvitationInput,
    reply: Invitation,
  }),
  /**
   * Sends the email again, with another week to accept. Does nothing if it was requested less than a minute ago and is still queued.
   */
  resend: endpoint('POST', `${path}/invitations/:id/resend`, { ...ownerById, reply: Invitation }),
  cancel: endpoint('DELETE', `${path}/invitations/:id`, { ...ownerById, reply: null }),
  /** 409 if the caller has not turned on two-step verification. */
  requireSecondFactor: endpoint('PUT', `${path}/second-factor`, {
    access: 'owner',
    body: v.object({ isRequired: v.boolean() }),
    reply: null,
  }),
}
