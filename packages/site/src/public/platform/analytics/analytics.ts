/** An analytics provider. */
export interface Analytics {
  pageView(path: string): void
  /** `price` in dollars. */
  purchase(order: { orderId: string; price: number }): void
  conversion(): void
}

const noAnalytics: Analytics = {
  pageView() {},
  purchase() {},
  conversion() {},
}

/** Screens report events here. Without a provider nothing leaves the browser. */
export const analytics: Analytics = { ...noAnalytics }

/** Sets the provider for events; null, the default, turns them off. */
export function configureAnalytics(provider: Analytics | null): void {
  Object.assign(analytics, provider ?? noAnalytics)
}
