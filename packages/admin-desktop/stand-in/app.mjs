import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { electronEvent, state } from './state.mjs'

/** The parts of Electron's `app` that the app uses. */
class App extends EventEmitter {
  isPackaged = false
  #paths = {}
  #lock = null

  commandLine = {
    appendSwitch() {},
    hasSwitch: (name) => state.switches.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
    getSwitchValue: (name) =>
      state.switches
        .find((word) => word.startsWith(`--${name}=`))
        ?.split('=')
        .slice(1)
        .join('=') ?? '',
  }

  get name() {
    return state.manifest.productName ?? state.manifest.name
  }
  getVersion() {
    return state.manifest.version
  }
  getAppPath() {
    return state.folder
  }
  getLocale() {
    return 'en-US'
  }
  setPath(name, value) {
    this.#paths[name] = value
  }
  getPath(name) {
    const appData = path.join(homedir(), '.config')
    const usual = {
      home: homedir(),
      temp: tmpdir(),
      appData,
      userData: path.join(appData, this.name),
      downloads: path.join(homedir(), 'Downloads'),
    }
    const found = this.#paths[name] ?? usual[name]
    if (found === undefined) throw new Error(`Failed to get '${name}' path`)
    return found
  }

  isReady() {
    return state.isReady
  }
  async whenReady() {
    if (!state.isReady) await once(this, '_ready')
  }
  enableSandbox() {}
  focus() {}
  setAppUserModelId() {}
  /** The number on the dock or taskbar. */
  _badgeCount = 0
  setBadgeCount(count) {
    this._badgeCount = count
    return true
  }
  setAboutPanelOptions(options) {
    this._about = options
  }
  showAboutPanel() {
    this._aboutShown = true
  }
  setAsDefaultProtocolClient() {
    return true
  }

  /** Allows one process per user-data folder. A second process sends the first its command line. */
  requestSingleInstanceLock(data = null) {
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, 'SingletonLock')
    const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16)
    const socket = path.join(tmpdir(), `stand-in-${digest}.sock`)
    const owner = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
    if (owner !== null && owner.pid !== process.pid && isAlive(owner.pid)) {
      const message = JSON.stringify({ argv: process.argv, cwd: process.cwd(), data })
      const sendProgram = `require('node:net').connect(${JSON.stringify(owner.socket)}).end(${JSON.stringify(message)})`
      execFileSync(process.execPath, ['-e', sendProgram])
      return false
    }
    writeFileSync(file, JSON.stringify({ pid: process.pid, socket }))
    rmSync(socket, { force: true })
    this.#lock = createServer((connection) => {
      let text = ''
      connection.setEncoding('utf8').on('data', (part) => (text += part))
      connection.on('end', () => {
        const second = JSON.parse(text)
        this.emit('second-instance', electronEvent(), second.argv, second.cwd, second.data)
      })
    })
    this.#lock.listen(socket).unref()
    return true
  }

  quit() {
    if (state.isQuitting) return
    const before = electronEvent()
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    state.isQuitting = true
    if (state.windows.size === 0) this._quitNow()
    for (const window of state.windows) window.close()
  }

  /** Runs once every window is closed. A window that stays open cancels quitting earlier. */
  _quitNow() {
    const will = electronEvent()
    this.emit('will-quit', will)
    if (will.defaultPrevented) state.isQuitting = false
    else this.exit(0)
  }

  exit(code = 0) {
    state.isQuitting = true
    this.emit('quit', electronEvent(), code)
    state.chromium?.kill('SIGKILL')
    process.exit(code)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export const app = new App()
