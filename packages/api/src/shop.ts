/** Where visits are counted, after consent: an address that takes events as Plausible does, and the name of the site there. */
export interface AnalyticsAddress {
  url: string
  site: string
}

/** The trader that is named where none is configured. */
export const sampleTrader = 'Priormark, a sole trader'

/** Who runs the shop, as pages and mails show it. Another sole trader sets these and runs the same software. */
export interface Shop {
  name: string
  supportEmail: string
  tradingName: string
  tradingAddress: string
  /** Where the public finds the site, without a slash at the end. */
  publicUrl: string
}
