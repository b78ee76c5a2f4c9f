/** Names the wording below; another wording gets another name, so that every order tells what its customer read. */
export const startRequestVersion = '2026-11-22'

/** Whoever buys a service at a distance may cancel for so long (Consumer Contracts Regulations 2013, reg. 30). */
export const cancellationDays = 14

/**
 * What a customer ticks before paying: the request to begin within the cancellation period, and the acknowledgement that
 * the right to cancel ends once the service is fully performed (Consumer Contracts Regulations 2013, reg. 36).
 */
export const startRequestText = `Please start right away. I understand that I lose my ${cancellationDays}-day right to cancel once my work has been recorded on the blockchain.`
