/** Who runs the shop, from its configuration. */
export interface Shop {
  name: string
  supportEmail: string
  tradingName: string
  tradingAddress: string
  /** The site's origin without a slash at its end. */
  publicUrl: string
}

/** Where visits are counted: an address that takes events, and the name of the site there. */
export interface AnalyticsAddress {
  url: string
  site: string
}

/** What a page is drawn from, the same on the server and in the browser. */
export interface PageData {
  /** In dollars; null while it is not known. */
  price: number | null
  shop: Shop
  /** 'embedded': payments are simulated on this machine, and a banner says so. */
  paymentsMode: 'stripe' | 'embedded'
  /** Null where visits are not counted. */
  analytics: AnalyticsAddress | null
  /** How long a customer's file is kept once it is not needed. */
  fileRetentionDays: number
  /** Of the copyright line. */
  year: number
}

/** The element that carries a page's data to the browser. */
export const pageDataId = 'page-data'

/** Reads back what the server wrote into the same page. */
export function readPageData(json: string): PageData {
  return JSON.parse(json)
}
