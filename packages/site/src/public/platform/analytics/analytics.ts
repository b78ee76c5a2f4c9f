/** An analytics provider. */
export interface Analytics {
  pageView(path: string): void
  /** @param price in dollars */
  purchase(price: number): void
}

const noAnalytics: Analytics = { pageView() {}, purchase() {} }

/** Screens report events here. Without a provider nothing leaves the browser. */
export const analytics: Analytics = { ...noAnalytics }

/** Sets the provider for events; null, the default, turns them off. */
export function configureAnalytics(provider: Analytics | null): void {
  Object.assign(analytics, provider ?? noAnalytics)
}
