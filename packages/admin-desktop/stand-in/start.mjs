import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { chromiumPath } from '@priormark/core/testing/chromium'
import { app } from './app.mjs'
import { webContents } from './browser-window.mjs'
import { Cdp } from './cdp.mjs'
import { session } from './machine.mjs'
import { fromWeb } from './schemes.mjs'
import { electronEvent, state } from './state.mjs'

const switches = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Tests run many short programs: animations and optimizing code cost more than they save.
  '--force-prefers-reduced-motion',
  '--js-flags=--no-opt --no-maglev',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--host-resolver-rules=MAP *.standin ~NOTFOUND',
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
]

/** Starts Chromium, which exits with this process in any case. @returns a function that makes the app ready */
export async function start({ isHeld, ...parts }) {
  Object.assign(state, parts)
  // Playwright may call this before the start is complete, so it is defined first and takes effect afterwards.
  const released = isHeld
    ? new Promise((resolve) => {
        globalThis.__playwright_run = async () => resolve()
      })
    : Promise.resolve()
  const userData = app.commandLine.getSwitchValue('user-data-dir')
  if (userData !== '') app.setPath('userData', userData)

  const profile = mkdtempSync(path.join(tmpdir(), 'stand-in-profile-'))
  const chromium = spawn(chromiumPath, [...switches, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  state.chromium = chromium
  chromium.stderr.setEncoding('utf8').on('data', (text) => {
    // Playwright waits for this line, as Electron prints it.
    for (const line of text.split('\n')) {
      if (line.startsWith('DevTools listening')) process.stderr.write(`${line}\n`)
    }
  })
  chromium.on('exit', () => {
    if (!state.isQuitting) process.exit(1)
  })
  process.on('exit', () => {
    chromium.kill('SIGKILL')
    rmSync(profile, { recursive: true, force: true, maxRetries: 30, retryDelay: 20 })
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.quit())

  const cdp = new Cdp(chromium.stdio[3], chromium.stdio[4])
  state.cdp = cdp
  watchTargets(cdp)
  const { product } = await cdp.send('Browser.getVersion')
  state.versions.chrome = product.split('/')[1]
  process.versions.electron ??= state.versions.electron
  await cdp.send('Target.setDiscoverTargets', { discover: true })
  state.downloads = { behavior: 'allowAndName', downloadPath: profile, eventsEnabled: true }
  await cdp.send('Browser.setDownloadBehavior', state.downloads)
  await session.defaultSession._applyPermissions()
  return async () => {
    await released
    state.isReady = true
    app.emit('_ready')
    app.emit('ready', electronEvent(), {})
  }
}

function watchTargets(cdp) {
  cdp.on('Target.targetDestroyed', ({ targetId }) => {
    for (const window of state.windows) {
      if (window.webContents.targetId === targetId) window._closed()
    }
  })
  cdp.on('Target.targetCreated', ({ targetInfo }) => {
    const opener = targetInfo.openerId && webContents.fromDevToolsTargetId(targetInfo.openerId)
    if (!opener?._deniesPopup) return
    opener._deniesPopup = false
    cdp.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {})
  })
  cdp.on('Browser.downloadWillBegin', ({ url, suggestedFilename, guid }) => {
    const event = electronEvent()
    const item = Object.assign(new EventEmitter(), {
      getURL: () => fromWeb(url),
      getFilename: () => suggestedFilename,
    })
    const [contents = null] = webContents.getAllWebContents()
    ;(contents?.session ?? session.defaultSession).emit('will-download', event, item, contents)
    if (event.defaultPrevented) cdp.send('Browser.cancelDownload', { guid }).catch(() => {})
  })
}
