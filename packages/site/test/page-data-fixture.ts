import type { PageData } from '../src/public/page-data.ts'

/** A shop to draw pages with. */
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
  fileRetentionDays: 30,
  year: 2026,
}
