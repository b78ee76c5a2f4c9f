import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Income } from '../overview/endpoints.ts'
import { Period } from './period.ts'

/** The money that moved in a period of the shop's time zone, each amount on the day it moved. Amounts in dollars. */
export const Statement = v.object({
  period: Period,
  ...Income.entries,
  /** Payments, refunds and disputes whose fee Stripe has not reported yet. Their fees count as zero until then. */
  missingFees: v.number(),
  /** The days of a month, or the months of a longer period, on which money moved. `until` is the day after. */
  parts: v.array(v.object({ from: v.string(), until: v.string(), ...Income.entries })),
})
export type Statement = v.InferOutput<typeof Statement>

const ofPeriod = { access: 'orders', params: v.object({ period: Period }) } as const

export const statementEndpoints = {
  read: endpoint('GET', '/api/admin/statements/:period', { ...ofPeriod, reply: Statement }),
  /** One line for each payment, refund and dispute, oldest first. */
  csv: endpoint('GET', '/api/admin/statements/:period/statement.csv', { ...ofPeriod, reply: 'file' }),
  pdf: endpoint('GET', '/api/admin/statements/:period/statement.pdf', { ...ofPeriod, reply: 'file' }),
}
