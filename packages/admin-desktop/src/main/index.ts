import process from 'node:process'
import { app, dialog, powerMonitor, protocol } from 'electron'
import { deepLinkScheme, findDeepLink, readDeepLink, type DeepLink } from './deep-link.ts'
import { startApp, type DesktopApp } from './start-app.ts'

// Drafts and cached orders are readable only by the user who runs the app.
process.umask(0o077)

// Must run before the app is ready: sandboxes every page, and makes app:// an origin like https.
app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  {
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
])

// Identifies the app's notifications on Windows.
app.setAppUserModelId('com.priormark.admin')
if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  let desktopApp: DesktopApp | null = null
  /** The last link that was opened before the app was ready. */
  let pendingLink = findDeepLink(process.argv)

  const openLink = (link: DeepLink | null) => {
    if (desktopApp === null) pendingLink = link ?? pendingLink
    else if (link === null) desktopApp.show()
    else desktopApp.openLink(link)
  }
  app.setAsDefaultProtocolClient(deepLinkScheme)
  app.on('open-url', (event, link) => {
    event.preventDefault()
    openLink(readDeepLink(link))
  })
  app.on('second-instance', (_event, commandLine) => openLink(findDeepLink(commandLine)))
  app.on('activate', () => desktopApp?.show())
  // The app stays in the tray.
  app.on('window-all-closed', () => {})
  app.on('before-quit', () => desktopApp?.beginQuit())

  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed || desktopApp === null) return
    // Closes the databases before the app quits.
    event.preventDefault()
    void desktopApp.close().finally(() => {
      isClosed = true
      app.quit()
    })
  })

  app
    .whenReady()
    .then(async () => {
      desktopApp = await startApp()
      powerMonitor.on('resume', () => desktopApp?.syncNow())
      if (pendingLink !== null) desktopApp.openLink(pendingLink)
    })
    .catch((error: unknown) => {
      // Otherwise the app would run without showing anything.
      dialog.showErrorBox('Priormark cannot start', error instanceof Error ? error.message : String(error))
      app.exit(1)
    })
}
