import page from '../../platform/layout/page.module.css'
import '../../platform/layout/base.css'

/** What the service worker shows without a network. Needs no layout, script or data. */
export function OfflinePage() {
  return (
    <main className={page.page}>
      <h1 className={page.title}>You’re offline</h1>
      <p className={page.intro}>
        This page needs a connection. Anything you typed or uploaded in this tab is safe. Try again when
        you’re back online.
      </p>
    </main>
  )
}
