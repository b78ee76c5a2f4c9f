import { cancellationDays } from './start-request.ts'

/** The only rule about cancellation and refunds. In its own file, because the order page may load little else. */
export const refundText = `There is no refund after payment, with one exception. By law you can cancel within ${cancellationDays} days of paying and get the full price back, unless your work has been recorded at your request by then.`
