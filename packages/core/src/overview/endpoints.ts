import * as v from 'valibot'
import { endpoint } from '../http/endpoint.ts'

/** The periods of the overview in days, today included: today, a week, a month. */
export const overviewDays = [1, 7, 30] as const

/** What happened in the last days, in whole days of the shop's time zone. Amounts in dollars. */
export const OverviewPeriod = v.object({
  days: v.picklist(overviewDays),
  /** Orders created. */
  orders: v.number(),
  /** Received for orders paid in the period, before refunds. */
  income: v.number(),
  /** Refunded for orders whose latest refund is in the period. */
  refunds: v.number(),
  /** Orders completed. */
  recorded: v.number(),
  /** The median time from payment to completion of these; null without any. */
  minutesToProof: v.nullable(v.number()),
})
export type OverviewPeriod = v.InferOutput<typeof OverviewPeriod>

/** The income of a month of the shop's time zone, such as '2026-11', before refunds. */
export const MonthIncome = v.object({ month: v.string(), income: v.number() })
export type MonthIncome = v.InferOutput<typeof MonthIncome>

export const overviewEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/overview',
    access: 'orders',
    reply: v.object({
      periods: v.array(OverviewPeriod),
      /** The last twelve, oldest first, with those without income. */
      months: v.array(MonthIncome),
    }),
  }),
}
