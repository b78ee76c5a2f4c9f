import process from 'node:process'
import { app, dialog, powerMonitor, protocol } from 'electron'
import { linkedPath, deepLinkPath, deepLinkScheme } from './deep-link.ts'
import { startApp, type Desk } from './start-app.ts'

// Before anything else: every page is sandboxed, and app:// is an origin like https.
app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  {
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
])

// By this name Windows knows whose notifications they are.
app.setAppUserModelId('com.priormark.admin')
if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  let desk: Desk | null = null
  /** What was asked for before there was a window. */
  let firstPath = linkedPath(process.argv)

  const goTo = (path: string | null) => {
    if (desk === null) firstPath = path ?? firstPath
    else desk.open(path)
  }
  app.setAsDefaultProtocolClient(deepLinkScheme)
  app.on('open-url', (event, link) => {
    event.preventDefault()
    goTo(deepLinkPath(link))
  })
  app.on('second-instance', (_event, commandLine) => goTo(linkedPath(commandLine)))
  app.on('activate', () => desk?.open(null))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })

  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed || desk === null) return
    // The databases are closed first, then the program ends.
    event.preventDefault()
    void desk.close().finally(() => {
      isClosed = true
      app.quit()
    })
  })

  app
    .whenReady()
    .then(async () => {
      desk = await startApp()
      powerMonitor.on('resume', () => desk?.wake())
      desk.open(firstPath)
    })
    .catch((error: unknown) => {
      // Nothing is worse than a program that is there and shows nothing.
      dialog.showErrorBox('Priormark can’t start', error instanceof Error ? error.message : String(error))
      app.exit(1)
    })
}
