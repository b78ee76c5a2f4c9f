/** The only rule about cancellation and refunds. In its own file, because the order page may load little else. */
export const refundText =
  'You can cancel until your work is recorded, and we refund the full price. After that there is no refund, because a record can’t be undone.'
