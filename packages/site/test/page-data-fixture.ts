import type { PageData } from '@priormark/core/site/site-server'

/** Page data of a test shop. */
export const pageData: PageData = {
  price: 12.5,
  shop: {
    name: 'Priormark',
    supportEmail: 'support@example.org',
    tradingName: 'Alex <Example>',
    tradingAddress: '1 Example Street, London',
    publicUrl: 'https://priormark.example',
  },
  paymentsMode: 'stripe',
  analytics: null,
  policy: { kinds: ['manual'], fileRetentionDays: 30, unpaidFileHours: 24 },
  showsSamples: true,
  year: 2026,
}
