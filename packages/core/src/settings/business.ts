import * as v from 'valibot'
import { maxEmailLength } from '../platform/limits.ts'
import { sampleTrader } from './shop.ts'
import { line, wholeNumber } from './fields.ts'

/** Who runs the shop, and what it promises. */
export const BusinessSettings = v.object({
  name: line(100, 'Enter the name of the shop'),
  tradingName: line(200, 'Enter the legal name of the business'),
  tradingAddress: line(500, 'Enter the postal address of the business'),
  supportEmail: v.pipe(
    line(maxEmailLength, 'Enter the email address that customers write to'),
    v.email('Enter an email address, such as help@example.org'),
  ),
  /** New orders are recorded within this many hours. */
  deliveryHours: wholeNumber(1, 720),
  /** Support replies to customers within this many hours on working days. */
  replyHours: wholeNumber(1, 720),
})
export type BusinessSettings = v.InferOutput<typeof BusinessSettings>

export const defaultBusiness: BusinessSettings = {
  name: 'Priormark',
  tradingName: sampleTrader,
  tradingAddress: '1 Example Street, London, United Kingdom',
  supportEmail: 'support@priormark.example',
  deliveryHours: 48,
  replyHours: 48,
}
