/** A problem with a field: Stripe's code, and a message for the customer. */
export interface Problem {
  code: string
  message: string
}

export function digitsOf(text: string): string
export function brandOf(digits: string): 'amex' | 'mastercard' | 'visa' | ''
export function formatNumber(text: string): string
export function formatExpiry(text: string, isErasing?: boolean): string
export function formatCode(text: string, number: string): string
export function numberProblem(text: string): Problem | null
export function expiryProblem(text: string, today: Date): Problem | null
export function codeProblem(text: string, number: string): Problem | null
