import process from 'node:process'
import { app, dialog, powerMonitor, protocol } from 'electron'
import { linkedPath, deepLinkPath, deepLinkScheme } from './deep-link.ts'
import { startApp, type DesktopApp } from './start-app.ts'

// Drafts and cached orders are readable only by the user who runs the app.
process.umask(0o077)

// Must run first: sandboxes every page, and makes app:// an origin like https.
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
  /** The page that was requested before there was a window. */
  let firstPath = linkedPath(process.argv)

  const goTo = (path: string | null) => {
    if (desktopApp === null) firstPath = path ?? firstPath
    else desktopApp.open(path)
  }
  app.setAsDefaultProtocolClient(deepLinkScheme)
  app.on('open-url', (event, link) => {
    event.preventDefault()
    goTo(deepLinkPath(link))
  })
  app.on('second-instance', (_event, commandLine) => goTo(linkedPath(commandLine)))
  app.on('activate', () => desktopApp?.open(null))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })

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
      desktopApp.open(firstPath)
    })
    .catch((error: unknown) => {
      // Otherwise the app would run without showing anything.
      dialog.showErrorBox('Priormark cannot start', error instanceof Error ? error.message : String(error))
      app.exit(1)
    })
}
