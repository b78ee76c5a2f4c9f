/** What a toast says about a payment that did not go through (SPEC.md section 8). */
export function paymentFailed(sentence: string | undefined) {
  return {
    title: 'Payment Failed',
    description: sentence ?? 'There was an error processing your payment. Please try again.',
    variant: 'destructive' as const,
  }
}
