import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { app, dialog } from 'electron'

/**
 * Updates by electron-updater from the feed that the release was made with (app-update.yml in its resources). Without one,
 * and in a program that was not installed, there are none.
 * @returns how to ask for an update now; null where there are none
 */
export function startUpdates(): (() => void) | null {
  if (!app.isPackaged || !existsSync(path.join(process.resourcesPath, 'app-update.yml'))) return null
  const check = async (isAsked: boolean) => {
    try {
      // CommonJS, and of no use before this moment.
      const { default: updater } = await import('electron-updater')
      const found = await updater.autoUpdater.checkForUpdatesAndNotify()
      if (!isAsked) return
      const message =
        found?.isUpdateAvailable === true
          ? `Version ${found.updateInfo.version} is being downloaded. It will be installed when you close Priormark.`
          : 'You have the latest version.'
      await dialog.showMessageBox({ message })
    } catch {
      if (isAsked)
        await dialog.showMessageBox({ message: 'The update server can’t be reached. Try again later.' })
    }
  }
  void check(false)
  return () => void check(true)
}
