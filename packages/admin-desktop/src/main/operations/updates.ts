import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { app, dialog, shell } from 'electron'
import type { UpdateInfo } from 'electron-updater'
import { log } from '../platform/log.ts'

/** How often the app looks for updates, in milliseconds. Each interval varies by up to a quarter, to spread the load. */
const checkIntervalMs = 4 * 3_600_000

export type Updates = NonNullable<ReturnType<typeof startUpdates>>

interface UpdateDeps {
  /** Called when a new version has been downloaded. */
  onReady: () => void
  /** Lets windows close. They may still ask about unsaved text. */
  beginQuit: () => void
}

/**
 * Looks for updates now and every few hours, in the feed named by app-update.yml in the app's resources. A downloaded update is
 * offered, and is installed only if the person agrees. On Linux, where nothing checks the signature of an update, the app only
 * announces it.
 * @returns null if the app has no feed or is not installed, or would not check the signature of an update, unless on Linux
 */
export function startUpdates({ onReady, beginQuit }: UpdateDeps) {
  if (!app.isPackaged) return null
  const feed = path.join(process.resourcesPath, 'app-update.yml')
  const feedText = existsSync(feed) ? readFileSync(feed, 'utf8') : ''
  const address = /^url:\s*["']?(https:\/\/[^"'\s]+)/m.exec(feedText)?.[1]
  const canInstall = isSignatureChecked(feedText)
  if (address === undefined || !(canInstall || process.platform === 'linux')) return null

  let readyVersion: string | null = null
  /** The version that was announced on Linux. */
  let announcedVersion: string | null = null
  // Loaded here because only this function needs it.
  const updater = import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.autoDownload = canInstall
    autoUpdater.autoInstallOnAppQuit = false
    autoUpdater.logger = null
    // Without a listener, a failed download would end the app. check() reports it.
    autoUpdater.on('error', () => {})
    return autoUpdater
  })

  /** Downloads or announces a newer version. @returns whether there is one */
  async function findUpdate(isManual: boolean): Promise<boolean> {
    const update = await (await updater).checkForUpdates()
    if (update === null) throw new Error('the updater does not work in this installation')
    if (!update.isUpdateAvailable) return false
    const { version } = update.updateInfo
    if (!canInstall) {
      if (isManual || announcedVersion !== version) void announce(update.updateInfo)
      announcedVersion = version
      return true
    }
    await update.downloadPromise
    if (readyVersion === version) return true
    readyVersion = version
    onReady()
    void offer(version)
    return true
  }

  async function announce({ version, files }: UpdateInfo): Promise<void> {
    const extension = process.env['APPIMAGE'] === undefined ? '.deb' : '.AppImage'
    const isWanted = await askNow('Download', {
      message: `Version ${version} of Priormark is available`,
      detail: 'On Linux, the app can’t update itself. Download the new version and install it over this one.',
    })
    const file = files.find(({ url }) => url.endsWith(extension))?.url ?? ''
    if (isWanted) await shell.openExternal(new URL(file, `${address}/`).href)
  }

  async function offer(version: string): Promise<void> {
    const isWanted = await askNow('Restart to update', {
      message: `Version ${version} of Priormark is ready`,
      detail: 'Restart the app to update it, or do so later from the menu.',
    })
    if (isWanted) restart()
  }

  /** Restarts the app with the new version. */
  function restart(): void {
    beginQuit()
    void updater.then((autoUpdater) => autoUpdater.quitAndInstall())
  }

  async function check(isManual: boolean): Promise<void> {
    try {
      const hasUpdate = await findUpdate(isManual)
      if (isManual && !hasUpdate) await dialog.showMessageBox({ message: 'You have the latest version.' })
    } catch (error) {
      log(`The check for updates failed: ${error instanceof Error ? error.message : String(error)}`)
      if (isManual) await dialog.showMessageBox({ message: 'Could not check for updates. Try again later.' })
    }
  }

  function schedule(): void {
    const timer = setTimeout(
      () => {
        void check(false)
        schedule()
      },
      checkIntervalMs * (0.75 + Math.random() / 2),
    )
    timer.unref()
  }

  void check(false)
  schedule()
  return {
    /** Looks for an update now, and shows the result. */
    check() {
      if (readyVersion === null) void check(true)
      else void offer(readyVersion)
    },
    /** The version that is installed by a restart; null if there is none. */
    get readyVersion() {
      return readyVersion
    },
    restart,
  }
}

/** Asks whether to do something now or later. */
async function askNow(action: string, text: { message: string; detail: string }): Promise<boolean> {
  const buttons = [action, 'Later']
  const { response } = await dialog.showMessageBox({ ...text, buttons, defaultId: 0, cancelId: 1 })
  return response === 0
}

/**
 * Whether an update is installed only with a valid signature. macOS requires that the running app has the same signer.
 * electron-updater checks it on Windows, if the feed names the publisher, and not on Linux.
 * @param feed the text of app-update.yml
 */
function isSignatureChecked(feed: string): boolean {
  return process.platform === 'darwin' || (process.platform === 'win32' && /^publisherName:/m.test(feed))
}
