/** When refunded money arrives, as Stripe says for cards. In its own file, to keep the order page's script small. */
export const refundArrivalText =
  'We return the money to the card or account that paid. It usually arrives within 5 to 10 business days.'

/** For an order that was not paid with Stripe. */
export const otherWayArrivalText = 'We return the money the way you paid.'
