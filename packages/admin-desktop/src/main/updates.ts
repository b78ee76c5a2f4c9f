import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { app, dialog } from 'electron'

/**
 * Starts updates by electron-updater from the release's feed (app-update.yml in its resources).
 * @returns a function that checks for updates now; null if the app has no feed or is not installed, or if nothing would
 *   check the signature of an update
 */
export function startUpdates(): (() => void) | null {
  if (!app.isPackaged) return null
  const feed = path.join(process.resourcesPath, 'app-update.yml')
  if (!existsSync(feed) || !isSignatureChecked(readFileSync(feed, 'utf8'))) return null
  const check = async (isAsked: boolean) => {
    try {
      // CommonJS, and only needed here.
      const { default: updater } = await import('electron-updater')
      const found = await updater.autoUpdater.checkForUpdatesAndNotify()
      if (!isAsked) return
      const message =
        found?.isUpdateAvailable === true
          ? `Version ${found.updateInfo.version} is downloading. It will be installed when you quit Priormark.`
          : 'You have the latest version.'
      await dialog.showMessageBox({ message })
    } catch {
      if (isAsked) await dialog.showMessageBox({ message: 'Could not check for updates. Try again later.' })
    }
  }
  void check(false)
  return () => void check(true)
}

/**
 * Whether an update is installed only with a valid signature. macOS checks that the same signer signed the running app.
 * electron-updater checks it on Windows, if the feed names the publisher, and not on Linux.
 * @param feed the text of app-update.yml
 */
function isSignatureChecked(feed: string): boolean {
  if (!/^url:\s*["']?https:\/\//m.test(feed)) return false
  return process.platform === 'darwin' || (process.platform === 'win32' && /^publisherName:/m.test(feed))
}
