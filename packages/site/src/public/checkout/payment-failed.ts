/** Returns the toast for a failed payment. */
export function paymentFailed(sentence: string | undefined) {
  return {
    title: 'Payment Failed',
    description: sentence ?? 'There was an error processing your payment. Please try again.',
    variant: 'destructive' as const,
  }
}
