import * as v from 'valibot'
import { wholeNumber } from './fields.ts'

/** How long customers’ files are kept. */
export const DataSettings = v.object({
  /** After an order is complete or refunded. */
  fileRetentionDays: wholeNumber(0, 36_500),
  /** After the last activity of a visitor who does not pay. */
  unpaidFileHours: wholeNumber(1, 8_760),
})
export type DataSettings = v.InferOutput<typeof DataSettings>

export const defaultData: DataSettings = { fileRetentionDays: 30, unpaidFileHours: 24 }
