import * as v from 'valibot'
import { Email } from '../orders/order-form.ts'

/** The email address of an administrator, in lower case: each belongs to one. */
export const AccountEmail = v.pipe(Email, v.toLowerCase())

/** How far the email with a link is. */
export const MailState = v.picklist(['queued', 'sent', 'failed'])
export type MailState = v.InferOutput<typeof MailState>
