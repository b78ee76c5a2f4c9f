/** Who runs the shop, as pages and emails show it. Another trader sets these and runs the same software. */
export interface Shop {
  name: string
  supportEmail: string
  tradingName: string
  tradingAddress: string
  /** Support replies to customers within this many hours on working days. */
  replyHours: number
  /** The site's public origin, without a slash at the end. */
  publicUrl: string
}

/** The trader's name if none is set. */
export const sampleTrader = 'Priormark, a sole trader'
