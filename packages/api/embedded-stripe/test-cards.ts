/** Why a card is declined, in Stripe's words. */
export interface Decline {
  code: string
  decline_code?: string
  message: string
}

/** What happens when a card is charged. */
type CardOutcome =
  | { kind: 'pays' }
  /** Pays; the cardholder disputes it immediately. */
  | { kind: 'pays-then-disputed' }
  /** Requires authentication on the bank's page first. */
  | { kind: 'authenticates' }
  | { kind: 'declined'; decline: Decline }

const declined = (code: string, message: string, decline_code?: string): CardOutcome => ({
  kind: 'declined',
  decline: { code, message, ...(decline_code === undefined ? {} : { decline_code }) },
})

/** Stripe's own test numbers (docs.stripe.com/testing). */
const outcomes = new Map<string, CardOutcome>([
  ['4242424242424242', { kind: 'pays' }],
  ['5555555555554444', { kind: 'pays' }],
  ['378282246310005', { kind: 'pays' }],
  ['4000000000000259', { kind: 'pays-then-disputed' }],
  ['4000002500003155', { kind: 'authenticates' }],
  ['4000002760003184', { kind: 'authenticates' }],
  ['4000000000000002', declined('card_declined', 'Your card was declined.', 'generic_decline')],
  ['4000000000009995', declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds')],
  ['4000000000009987', declined('card_declined', 'Your card has been declined.', 'lost_card')],
  ['4000000000000069', declined('expired_card', 'Your card has expired.')],
  ['4000000000000127', declined('incorrect_cvc', "Your card's security code is incorrect.")],
  [
    '4000000000000119',
    declined('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ],
])

const notATestCard = declined(
  'card_declined',
  'Your card was declined. Only test cards work here, such as 4242 4242 4242 4242.',
  'test_mode_live_card',
)

/** Stripe's names for test cards, used instead of a number. */
const aliases = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_mastercard', '5555555555554444'],
  ['pm_card_visa_chargeDeclined', '4000000000000002'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_authenticationRequired', '4000002760003184'],
  ['pm_card_createDispute', '4000000000000259'],
])

/** The error after failed authentication. */
export const authenticationFailure: Decline = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** Returns the outcome of a card number, given as digits only. Numbers that are not test cards are declined. */
export function outcomeOf(number: string): CardOutcome {
  return outcomes.get(number) ?? notATestCard
}

/** Returns the number of a card named like pm_card_visa. */
export function numberOfAlias(name: string): string | undefined {
  return aliases.get(name)
}

/** Returns the brand as Stripe spells it. */
export function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex'
  return number.startsWith('5') ? 'mastercard' : 'visa'
}
