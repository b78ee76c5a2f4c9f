import * as v from 'valibot'
import { endpoint } from '../../platform/http/endpoint.ts'
import { formatSignedDollars } from '../../platform/money.ts'

/** The periods of the overview in days, today included: today, a week, a month. */
export const overviewDays = [1, 7, 30] as const

/** The money of a period, in dollars. Used wherever the shop's income is shown. */
export const Income = v.object({
  /** Received in the period, before refunds. */
  income: v.number(),
  /** Refunded in the period, less the refunds that failed in it. */
  refunds: v.number(),
  /** Taken back by banks for disputes in the period, less what they returned in it. */
  disputes: v.number(),
  /** Stripe's fees in the period, as far as Stripe has reported them. */
  fees: v.number(),
  /** Income minus refunds, disputes and fees. */
  net: v.number(),
})
export type Income = v.InferOutput<typeof Income>

/** What happened in the last days, in whole days of the shop's time zone. Amounts in dollars. */
export const OverviewPeriod = v.object({
  days: v.picklist(overviewDays),
  /** Orders created, also those that were never paid. */
  ordered: v.number(),
  /** Orders paid. */
  paid: v.number(),
  ...Income.entries,
  /** Orders completed. */
  recorded: v.number(),
  /** The median time from payment to completion of these; null without any. */
  minutesToProof: v.nullable(v.number()),
})
export type OverviewPeriod = v.InferOutput<typeof OverviewPeriod>

/** The money of a month, such as '2026-11', in the shop's time zone. */
export const MonthIncome = v.object({ month: v.string(), ...Income.entries })
export type MonthIncome = v.InferOutput<typeof MonthIncome>

/** How the shop did in the last days and months. */
export const Overview = v.object({
  periods: v.array(OverviewPeriod),
  /** The last twelve, oldest first, including those without income. The last one is this month so far. */
  months: v.array(MonthIncome),
})
export type Overview = v.InferOutput<typeof Overview>

export const overviewEndpoints = {
  read: endpoint('GET', '/api/admin/overview', { access: 'orders', reply: Overview }),
}

/** Describes the money of a period: 'income $17.94, refunds $2.00, net $15.94', and what disputes and Stripe took or gave back. */
export function incomeText({ income, refunds, disputes, fees, net }: Income): string {
  const parts = [
    `income ${formatSignedDollars(income)}`,
    `refunds ${formatSignedDollars(refunds)}`,
    ...(disputes === 0 ? [] : [`disputes ${formatSignedDollars(disputes)}`]),
    ...(fees === 0 ? [] : [`Stripe’s fees ${formatSignedDollars(fees)}`]),
    `net ${formatSignedDollars(net)}`,
  ]
  return parts.join(', ')
}
