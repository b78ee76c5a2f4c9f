import * as v from 'valibot'
import { Uuid } from '../platform/ids.ts'
import { isTimeZone } from '../platform/dates.ts'
import { Email } from '../platform/email-address.ts'
import { maxDescriptionLength, maxNameLength, maxTimeZoneLength } from '../platform/limits.ts'
import { detailNames, mapNames, orderDetails } from './order-details.ts'
import { TermsId } from './accepted-terms.ts'
import { OrderKey } from './order.ts'

const text = (maxLength: number, minLength: number, message: string) =>
  v.pipe(
    v.string(message),
    v.trim(),
    v.minLength(minLength, message),
    v.maxLength(maxLength, `Use at most ${maxLength} characters`),
  )

const details = {
  ...mapNames(detailNames, (name) => {
    const { label, isLong = false } = orderDetails[name]
    return text(isLong ? maxDescriptionLength : maxNameLength, 1, `${label} is required`)
  }),
  email: Email,
}

/** The landing page's form, and what the server accepts. */
export const LandingOrderForm = v.object({
  ...details,
  terms: v.literal(true, 'You must accept the terms'),
})

/** The form at the end of a blog post: a longer description, and a different message for the terms. */
export const BlogOrderForm = v.object({
  ...details,
  projectDescription: text(maxDescriptionLength, 10, 'Description should be at least 10 characters'),
  terms: v.literal(true, 'You must agree to the terms'),
})

/**
 * The body of create-order. Without `uploadId`, the visitor's newest upload is used. `timeZone` is the browser's, for dates
 * in emails; an unknown one becomes UTC. `termsId` names the terms that the form showed; without it, the current ones are
 * accepted. `previousKey` is the secret of the order page of an earlier draft of the work, which the record of this one then names.
 */
export const NewOrder = v.object({
  ...LandingOrderForm.entries,
  uploadId: v.optional(Uuid),
  timeZone: v.optional(
    v.fallback(v.pipe(v.string(), v.maxLength(maxTimeZoneLength), v.check(isTimeZone)), 'UTC'),
  ),
  termsId: v.optional(TermsId),
  previousKey: v.optional(OrderKey),
})
export type NewOrder = v.InferOutput<typeof NewOrder>

/** What a customer corrects at the checkout: the name of the work, and where the proof goes. */
export const OrderCorrection = v.object({
  orderId: Uuid,
  projectName: details.projectName,
  email: details.email,
})
export type OrderCorrection = v.InferOutput<typeof OrderCorrection>
