/** An analytics provider. */
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

/** One for the page, since screens report events from everywhere. */
let current = nothing

/** Sets the provider for events; null, the default, turns them off. */
export function configureAnalytics(provider: Analytics | null): void {
  current = provider ?? nothing
}

/** Screens report events here. Without a provider nothing leaves the browser. */
export const analytics: Analytics = {
  pageView: (path) => current.pageView(path),
  purchase: (order) => current.purchase(order),
  conversion: () => current.conversion(),
}
