import { defaultLegal } from '@priormark/core/settings/default-legal'
import { defaultShopTexts } from '@priormark/core/settings/default-shop-texts'
import type { SiteTexts } from '@priormark/core/settings/site-texts'
import type { PageData } from '@priormark/core/pages/site-server'

/** Page data of a test shop. */
export const pageData: PageData = {
  price: 12.5,
  shop: {
    name: 'Priormark',
    supportEmail: 'support@example.org',
    tradingName: 'Alex <Example>',
    tradingAddress: '1 Example Street, London',
    replyHours: 48,
    publicUrl: 'https://priormark.example',
  },
  paymentsMode: 'stripe',
  analytics: null,
  policy: { kinds: ['manual'], chains: [], fileRetentionDays: 30, unpaidFileHours: 24, deliveryHours: 48 },
  termsId: '0123456789abcdef',
  hasReviews: true,
  year: 2026,
}

/** The texts that the software comes with. */
export const siteTexts: SiteTexts = { ...defaultShopTexts, areSampleReviews: true, legal: defaultLegal }
