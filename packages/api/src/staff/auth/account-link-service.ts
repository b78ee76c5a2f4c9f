import { LockMode } from '@mikro-orm/core'
import { AppError } from '@priormark/core/platform/errors'
import type { Role } from '@priormark/core/platform/roles'
import { linkHours } from '@priormark/core/staff/people/link-paths'
import type { MailState } from '@priormark/core/staff/auth/account-endpoints'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Em } from '../../platform/database/database.ts'
import { AccountLink, type LinkKind } from './admin-entity.ts'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/**
 * A second request within this time counts as a double click, and sends no second email. Resending a link is limited only while its
 * email is still queued.
 */
export const duplicateRequestMs = 60_000

const expiredMessages: Record<LinkKind, string> = {
  invitation: 'This invitation has expired, or was replaced, canceled or already used. Ask for a new one.',
  email: 'This link has expired, or was replaced or already used. Send a new one under Your account.',
  password: 'This link has expired, or was replaced or already used. Request a new one.',
}

/** Returns when a link of a kind stops working. */
export function linkExpiry(kind: LinkKind, requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + linkHours[kind] * 3_600_000)
}

/** Finds the link that a token opens. @throws AppError not_found if it no longer works */
export async function findLink(
  em: Em,
  signer: LinkSigner,
  kind: LinkKind,
  token: string,
): Promise<AccountLink> {
  const id = readLinkId(token)
  const link =
    id === null ? null : await em.findOne(AccountLink, { id, kind }, { populate: ['admin', 'inviter'] })
  if (link === null || !signer.verify(link, token) || link.expiresAt.getTime() <= Date.now()) {
    throw new AppError('not_found', expiredMessages[kind])
  }
  return link
}

/**
 * Deletes a link in the transaction that uses it, so that only one of two requests can.
 * @throws AppError not_found if it no longer works, or was requested again in the meantime
 */
export async function consumeLink(
  em: Em,
  { id, kind, requestedAt }: Pick<AccountLink, 'id' | 'kind' | 'requestedAt'>,
): Promise<void> {
  const deletedCount = await em.nativeDelete(AccountLink, { id, requestedAt, expiresAt: { $gt: new Date() } })
  if (deletedCount === 0) throw new AppError('not_found', expiredMessages[kind])
}

/**
 * Queues the email of a link again, with a new expiry, unless it was requested within the last minute and is still queued.
 * @returns whether it was queued
 */
export async function resendLink(em: Em, jobs: JobQueue, link: AccountLink): Promise<boolean> {
  await em.refresh(link, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const isDuplicate = Date.now() - link.requestedAt.getTime() < duplicateRequestMs
  if (isDuplicate && mailStateOf(link) === 'queued') return false
  const requestedAt = new Date()
  const expiresAt = linkExpiry(link.kind, requestedAt)
  Object.assign(link, { requestedAt, expiresAt, sentAt: null, mailError: null })
  await queueLinkMail(em, jobs, link)
  return true
}

/** Adds a link that is requested now, and queues its email, in the transaction of `em`. */
export async function createLink(
  em: Em,
  jobs: JobQueue,
  fields: { kind: LinkKind; email: string; role?: Role; inviter?: string; admin?: string },
): Promise<AccountLink> {
  const now = new Date()
  const expiresAt = linkExpiry(fields.kind, now)
  const link = em.create(AccountLink, {
    ...fields,
    id: randomUUID(),
    createdAt: now,
    requestedAt: now,
    expiresAt,
  })
  await queueLinkMail(em, jobs, link)
  return link
}

/** Queues the email of a link in the transaction of `em`. */
async function queueLinkMail(
  em: Em,
  jobs: JobQueue,
  { id, requestedAt }: Pick<AccountLink, 'id' | 'requestedAt'>,
): Promise<void> {
  await em.flush()
  const data = { linkId: id, resetFor: null, requestedAt: requestedAt.toISOString() }
  await jobs.enqueue(em, 'send-account-mail', data)
}

/** Returns whether the email of a link is queued, sent or failed. */
export function mailStateOf({ sentAt, mailError }: AccountLink): MailState {
  if (mailError != null) return 'failed'
  return sentAt == null ? 'queued' : 'sent'
}

const idBytes = 16

/** What a token is signed for. Each request for a link gives it a new token. */
type SignedLink = Pick<AccountLink, 'kind' | 'id' | 'requestedAt'>

export type LinkSigner = ReturnType<typeof createLinkSigner>

/**
 * Signs the links of emails, so that the database contains no token that opens one.
 * @param key signs cookies as well; see cookieKey()
 */
export function createLinkSigner(key: string) {
  const signedBytes = ({ kind, id, requestedAt }: SignedLink) => {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
    const signature = createHmac('sha256', key)
      .update(`account link: ${kind}, ${requestedAt.toISOString()}: `)
      .update(bytes)
    return Buffer.concat([bytes, signature.digest()])
  }
  return {
    /** Returns the token of the newest request for a link. It is the same for every attempt to send it. */
    sign: (link: SignedLink) => signedBytes(link).toString('base64url'),
    /** Whether a token belongs to the newest request for a link. */
    verify(link: SignedLink, token: string): boolean {
      const [tokenBytes, expectedBytes] = [Buffer.from(token, 'base64url'), signedBytes(link)]
      return tokenBytes.length === expectedBytes.length && timingSafeEqual(tokenBytes, expectedBytes)
    },
  }
}

/** Returns the id in a token, which may be forged; null if it has none. */
function readLinkId(token: string): string | null {
  const id = Buffer.from(token, 'base64url').subarray(0, idBytes)
  if (id.length < idBytes) return null
  return id.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
