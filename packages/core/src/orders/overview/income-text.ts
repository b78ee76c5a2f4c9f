import { formatSignedDollars } from '../../platform/money.ts'
import type { Income } from './endpoints.ts'

/** Says the money of a period: 'income $17.94, refunds $2.00, net $15.94', and what disputes took or gave back. */
export function incomeText({ income, refunds, disputes, net }: Income): string {
  const parts = [
    `income ${formatSignedDollars(income)}`,
    `refunds ${formatSignedDollars(refunds)}`,
    ...(disputes === 0 ? [] : [`disputes ${formatSignedDollars(disputes)}`]),
    `net ${formatSignedDollars(net)}`,
  ]
  return parts.join(', ')
}
