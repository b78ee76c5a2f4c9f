import * as v from 'valibot'
import { Email } from '../../platform/email-address.ts'

/** The email address of an administrator, in lower case: each belongs to one. */
export const AccountEmail = v.pipe(Email, v.toLowerCase())

/** How far the email with a link is. */
export const MailState = v.picklist(['queued', 'sent', 'failed'])
export type MailState = v.InferOutput<typeof MailState>

/**
 * A change of an account that its person gets an email about, in case someone else made it. `password_reset`: without the
 * former password, by a link in an email or on the server.
 */
export type AccountNotice = 'email_changed' | 'password_changed' | 'password_reset' | 'second_factor_off'
