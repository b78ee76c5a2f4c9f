/** Identifies the wording of the request below. Change it with the wording, so that every order shows what its customer agreed to. */
export const startRequestVersion = '2026-11-22'

/** The cancellation period of distance contracts in days (Consumer Contracts Regulations 2013, reg. 30). */
export const cancellationDays = 14

/** When a customer wants the recording to start: right after the payment, or after the cancellation period. */
export const startTimes = ['now', 'later'] as const
export type StartTime = (typeof startTimes)[number]

/**
 * The request to start within the cancellation period, and the acknowledgment that the right to cancel ends once the service is
 * fully performed (Consumer Contracts Regulations 2013, reg. 36).
 */
export const startRequestText = `Please start right away. I understand that I lose my ${cancellationDays}-day right to cancel once my work has been recorded on the blockchain.`

/** The choice before paying. By law, the request must be express, so none is preselected. */
export const startChoices: Record<StartTime, { label: string; text: string }> = {
  now: { label: 'Record it now', text: startRequestText },
  later: {
    label: `Wait ${cancellationDays} days`,
    text: `We record your work ${cancellationDays} days after your payment. Until then you can cancel, or ask us on your order page to start sooner.`,
  },
}
