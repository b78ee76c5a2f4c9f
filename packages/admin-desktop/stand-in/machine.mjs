import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { app } from './app.mjs'
import { Protocol } from './schemes.mjs'
import { state } from './state.mjs'

/** Electron's modules for the system. Calls that would open a system window are recorded instead. */

/** Electron's permissions and their names in Chromium's protocol. */
const permissions = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  media: 'videoCapture',
  'clipboard-read': 'clipboardReadWrite',
  'clipboard-sanitized-write': 'clipboardSanitizedWrite',
}

class Session extends EventEmitter {
  protocol = new Protocol()
  /** The Chromium context with the session's own storage; undefined for the default one. */
  #context
  #isDefault

  constructor(isDefault) {
    super()
    this.#isDefault = isDefault
  }
  async _contextId() {
    if (this.#isDefault) return undefined
    this.#context ??= this.#create()
    return this.#context
  }
  async #create() {
    const { browserContextId } = await state.cdp.send('Target.createBrowserContext')
    await state.cdp.send('Browser.setDownloadBehavior', { ...state.downloads, browserContextId })
    return browserContextId
  }
  /** As in Electron, everything is granted without a handler. */
  #handlePermission = (_contents, _permission, done) => done(true)

  setPermissionRequestHandler(handler) {
    this.#handlePermission = handler
    void this._applyPermissions()
  }
  setPermissionCheckHandler() {}
  /** The words that were added to the dictionary. */
  words = []
  addWordToSpellCheckerDictionary(word) {
    this.words.push(word)
    return true
  }
  async _applyPermissions() {
    const browserContextId = await this._contextId()
    for (const [permission, name] of Object.entries(permissions)) {
      this.#handlePermission(null, permission, (isGranted) => {
        const setting = isGranted ? 'granted' : 'denied'
        const change = { permission: { name }, setting, browserContextId }
        state.cdp.send('Browser.setPermission', change).catch(() => {})
      })
    }
  }
}
const defaultSession = new Session(true)
const partitions = new Map()
export const session = {
  defaultSession,
  fromPartition(partition) {
    if (!partitions.has(partition)) partitions.set(partition, new Session(false))
    return partitions.get(partition)
  },
}
export const { protocol } = defaultSession

/** A call of net.request that only reports redirects. */
class ClientRequest extends EventEmitter {
  #url
  #abort = new AbortController()

  constructor({ url, redirect }) {
    super()
    if (redirect !== 'manual') throw new Error('stand-in: net.request does not follow redirects')
    this.#url = url
  }
  end() {
    fetch(this.#url, { redirect: 'manual', signal: this.#abort.signal })
      .then(({ status, headers }) => {
        const target = headers.get('location')
        if (status < 300 || status > 399 || target === null) this.emit('response', { statusCode: status })
        else this.emit('redirect', status, 'GET', new URL(target, this.#url).href, {})
      })
      .catch((error) => {
        if (!this.#abort.signal.aborted) this.emit('error', error)
      })
      .finally(() => this.emit('close'))
  }
  abort() {
    this.#abort.abort()
  }
}

export const net = {
  fetch: (url, init) => fetch(url, init),
  request: (options) => new ClientRequest(options),
  isOnline: () => true,
}

const mustBeStubbed = (name) => async () => {
  throw new Error(`stand-in: the test must stub dialog.${name}`)
}
export const dialog = {
  showSaveDialog: mustBeStubbed('showSaveDialog'),
  showMessageBox: mustBeStubbed('showMessageBox'),
  showMessageBoxSync: () => 0,
  showErrorBox(title, content) {
    process.stderr.write(`${title}: ${content}\n`)
  },
}

export const shell = {
  /** Recorded calls: [function, argument]. */
  calls: [],
  async openExternal(url) {
    shell.calls.push(['openExternal', url])
  },
  showItemInFolder(file) {
    shell.calls.push(['showItemInFolder', file])
  },
}

export const clipboard = {
  text: '',
  writeText(text) {
    clipboard.text = text
  },
  readText: () => clipboard.text,
}

function allItems(items) {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? allItems(item.submenu) : [])])
}
export const Menu = {
  current: null,
  /** The items of every context menu that was opened, oldest first. */
  popups: [],
  buildFromTemplate: (items) => ({
    items,
    popup() {
      Menu.popups.push(items)
    },
    getMenuItemById: (id) => allItems(items).find((item) => item.id === id) ?? null,
  }),
  setApplicationMenu(menu) {
    Menu.current = menu
  },
  getApplicationMenu: () => Menu.current,
}

export class Notification extends EventEmitter {
  static shown = []
  static isSupported() {
    return true
  }
  constructor(options) {
    super()
    this.options = options
  }
  show() {
    Notification.shown.push(this)
  }
}

/** An image of which only the size is kept. */
class NativeImage {
  constructor(size) {
    this.size = size
  }
  getSize() {
    return this.size
  }
  setTemplateImage() {}
}
export const nativeImage = {
  createFromBitmap(bitmap, { width, height }) {
    if (bitmap.length !== width * height * 4) throw new Error('invalid buffer size')
    return new NativeImage({ width, height })
  },
}

export class Tray extends EventEmitter {
  /** Every icon in the tray, oldest first. */
  static shown = []
  toolTip = ''
  menu = null
  constructor(image) {
    super()
    this.image = image
    Tray.shown.push(this)
  }
  setToolTip(text) {
    this.toolTip = text
  }
  setContextMenu(menu) {
    this.menu = menu
  }
}

export const powerMonitor = new EventEmitter()
export const nativeTheme = Object.assign(new EventEmitter(), {
  shouldUseDarkColors: false,
  themeSource: 'system',
})
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

/** A keyring in a file. It shows that the token is stored encrypted, but protects nothing. */
function keyringKey() {
  const file = path.join(app.getPath('userData'), 'stand-in-keyring')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return readFileSync(file)
}
export const safeStorage = {
  backend: process.env.STAND_IN_KEYRING ?? 'gnome_libsecret',
  getSelectedStorageBackend: () => safeStorage.backend,
  isEncryptionAvailable: () => state.isReady,
  isAsyncEncryptionAvailable: async () => state.isReady,
  async encryptStringAsync(text) {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keyringKey(), nonce)
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  },
  async decryptStringAsync(bytes) {
    const decipher = createDecipheriv('aes-256-gcm', keyringKey(), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(-16))
    const result = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    return { result, shouldReEncrypt: false }
  },
}

class IpcMain extends EventEmitter {
  _handlers = new Map()
  handle(channel, handler) {
    if (this._handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    this._handlers.set(channel, handler)
  }
  removeHandler(channel) {
    this._handlers.delete(channel)
  }
}
export const ipcMain = new IpcMain()
