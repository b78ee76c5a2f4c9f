/** Identifies the wording below. Change it with the wording, so that every order shows what its customer agreed to. */
export const startRequestVersion = '2026-11-22'

/** The cancellation period of distance contracts in days (Consumer Contracts Regulations 2013, reg. 30). */
export const cancellationDays = 14

/**
 * The checkbox before paying: the request to start within the cancellation period, and the acknowledgment that the
 * right to cancel ends once the service is fully performed (Consumer Contracts Regulations 2013, reg. 36).
 */
export const startRequestText = `Please start right away. I understand that I lose my ${cancellationDays}-day right to cancel once my work has been recorded on the blockchain.`
