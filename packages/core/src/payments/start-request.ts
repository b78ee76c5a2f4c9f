/** Names the wording below; another wording gets another name, so that every order tells what its customer read. */
export const startRequestVersion = '2026-11'

/** Whoever buys a service at a distance may cancel for so long (Consumer Contracts Regulations 2013, reg. 30). */
export const cancellationDays = 14

/**
 * What a customer ticks before paying: the request to begin within the cancellation period, and the acknowledgement that
 * the right to cancel ends once the service is fully performed (Consumer Contracts Regulations 2013, reg. 36).
 */
export const startRequestText = `Please start at once: I ask you to begin before the ${cancellationDays} days in which I may cancel are over, and I understand that I lose my right to cancel once my work is recorded on the blockchain.`
