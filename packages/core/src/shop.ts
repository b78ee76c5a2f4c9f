/** Who runs the shop, as pages and emails show it. Another trader configures these and runs the same software. */
export interface Shop {
  name: string
  supportEmail: string
  tradingName: string
  tradingAddress: string
  /** The site's public origin, without a slash at the end. */
  publicUrl: string
}

/** The trader's name if none is configured. */
export const sampleTrader = 'Priormark, a sole trader'
