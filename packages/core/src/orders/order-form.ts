import * as v from 'valibot'
import { Uuid } from '../platform/ids.ts'
import { isTimeZone } from '../platform/dates.ts'
import { Email } from '../platform/email-address.ts'
import { maxDescriptionLength, maxNameLength, maxTimeZoneLength } from '../platform/limits.ts'
import { TermsId } from './accepted-terms.ts'

const required = (message: string, maxLength: number) =>
  v.pipe(
    v.string(message),
    v.trim(),
    v.minLength(1, message),
    v.maxLength(maxLength, `Use at most ${maxLength} characters`),
  )

const fields = {
  firstName: required('First name is required', maxNameLength),
  lastName: required('Last name is required', maxNameLength),
  email: Email,
  projectName: required('Project name is required', maxNameLength),
}

/** The landing page's form, and what the server accepts. */
export const LandingOrderForm = v.object({
  ...fields,
  projectDescription: required('Project description is required', maxDescriptionLength),
  terms: v.literal(true, 'You must accept the terms'),
})

const shortDescription = 'Description should be at least 10 characters'

/** The form at the end of a blog post: a longer description, and a different message for the terms. */
export const BlogOrderForm = v.object({
  ...fields,
  projectDescription: v.pipe(
    v.string(shortDescription),
    v.trim(),
    v.minLength(10, shortDescription),
    v.maxLength(maxDescriptionLength, `Use at most ${maxDescriptionLength} characters`),
  ),
  terms: v.literal(true, 'You must agree to the terms'),
})

/**
 * The body of create-order. Without `uploadId`, the visitor's newest upload is used. `timeZone` is the browser's, for dates
 * in emails; an unknown one is ignored. `termsId` names the terms that the form showed; without it, the current ones are
 * accepted.
 */
export const NewOrder = v.object({
  ...LandingOrderForm.entries,
  uploadId: v.optional(Uuid),
  timeZone: v.optional(
    v.fallback(v.pipe(v.string(), v.maxLength(maxTimeZoneLength), v.check(isTimeZone)), 'UTC'),
  ),
  termsId: v.optional(TermsId),
})
export type NewOrder = v.InferOutput<typeof NewOrder>
