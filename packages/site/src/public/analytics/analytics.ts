/** What a counter of visits must be able to note. */
export interface Analytics {
  pageView(path: string): void
  /** `price` in dollars. */
  purchase(order: { orderId: string; price: number }): void
  conversion(): void
}

const nothing: Analytics = {
  pageView() {},
  purchase() {},
  conversion() {},
}

let current = nothing

/** Sends events to a provider from now on; null turns them off, which is how the shop starts. */
export function configureAnalytics(provider: Analytics | null): void {
  current = provider ?? nothing
}

/** Where screens report; without a configured provider nothing leaves the browser. */
export const analytics: Analytics = {
  pageView: (path) => current.pageView(path),
  purchase: (order) => current.purchase(order),
  conversion: () => current.conversion(),
}
