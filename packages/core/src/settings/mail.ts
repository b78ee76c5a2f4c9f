import * as v from 'valibot'
import { maxEmailLength } from '../platform/limits.ts'
import { optionalLine } from './fields.ts'
import { MailTexts } from './mail-texts.ts'

/** The texts of emails to customers, and the daily summary for the operator. */
export const MailSettings = v.object({
  summaryIsOn: v.boolean(),
  /** '' is the support address. */
  summaryTo: v.pipe(
    optionalLine(maxEmailLength),
    v.check(
      (address) => address === '' || v.is(v.pipe(v.string(), v.email()), address),
      'Enter an email address, or leave it empty',
    ),
  ),
  /** By the clock of the shop’s time zone, such as '07:00'. */
  summaryTime: v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time')),
  texts: MailTexts,
})
export type MailSettings = v.InferOutput<typeof MailSettings>
