import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { app } from './app.mjs'
import { makeCodec } from './codec.mjs'
import { ipcMain, session } from './machine.mjs'
import { preloadWorld } from './preload-world.mjs'
import { fromWeb, toWeb } from './schemes.mjs'
import { electronEvent, state } from './state.mjs'
import { worldBridge } from './world-bridge.mjs'

const preloadWorldName = 'Electron Isolated Context'
/** The channel by which a page reports its title. */
const titleChannel = 'stand-in title'
const { encode, decode } = makeCodec()
let lastId = 0

/** A window's page: a Chromium target with the preload in an isolated world. Every request is intercepted. */
export class WebContents extends EventEmitter {
  id = ++lastId
  session
  /** The arguments of findInPage and stopFindInPage, oldest first. */
  finds = []
  zoomLevel = 0
  /** The arguments of replaceMisspelling, oldest first. */
  corrections = []
  targetId = null
  #sessionId = null
  #mainFrameId = null
  /** The frame of each context of the preload's world. */
  #contexts = new Map()
  #frames = new Map()
  /** The address that main is loading, which does not count as a navigation by the page. */
  #loading = null
  #loaded = Promise.resolve()
  #openHandler = () => ({ action: 'allow' })
  #isDestroyed = false
  #options
  #window

  constructor(window, options) {
    super()
    this.#window = window
    this.#options = options
    const { webPreferences: { partition, session: own } = {} } = options
    this.session =
      own ?? (partition === undefined ? session.defaultSession : session.fromPartition(partition))
    this._started = this.#start()
  }

  #send(method, params) {
    return state.cdp.send(method, params, this.#sessionId)
  }

  async #start() {
    const { width = 1200, height = 800, webPreferences = {} } = this.#options
    const size = { width, height }
    const browserContextId = await this.session._contextId()
    const target = { url: 'about:blank', ...size, browserContextId }
    const { targetId } = await state.cdp.send('Target.createTarget', target)
    this.targetId = targetId
    const attached = await state.cdp.send('Target.attachToTarget', { targetId, flatten: true })
    this.#sessionId = attached.sessionId
    this.#listen()
    const { frameTree } = await this.#send('Page.getFrameTree')
    this.#mainFrameId = frameTree.frame.id
    await Promise.all([
      this.#send('Page.enable'),
      this.#send('Runtime.enable'),
      this.#send('Runtime.addBinding', { name: '__stand_in_ipc', executionContextName: preloadWorldName }),
      this.#send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ])
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(worldBridge)})('page')` })
    if (webPreferences.preload !== undefined) await this.#addPreload(webPreferences)
    app.emit('web-contents-created', electronEvent(), this)
  }

  async #addPreload({ preload, contextIsolation, nodeIntegration, sandbox }) {
    if (contextIsolation === false || nodeIntegration === true || sandbox === false) {
      throw new Error('stand-in: windows are sandboxed and isolated, without Node')
    }
    const info = { platform: process.platform, versions: state.versions }
    const run = `function (require, module, exports, process) {${readFileSync(preload, 'utf8')}\n}`
    const source = `(${String(preloadWorld)})({
      contextBridge: (${String(worldBridge)})('preload'), codec: (${String(makeCodec)})(), titleChannel: ${JSON.stringify(titleChannel)}, info: ${JSON.stringify(info)}, run: ${run} })`
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: preloadWorldName })
  }

  #listen() {
    const on = (method, listener) => state.cdp.on(`${this.#sessionId}:${method}`, listener)
    on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === preloadWorldName) this.#contexts.set(context.id, context.auxData.frameId)
    })
    on('Runtime.executionContextDestroyed', (gone) => this.#contexts.delete(gone.executionContextId))
    on('Runtime.executionContextsCleared', () => this.#contexts.clear())
    on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      this.#frames.set(frameId, { url: 'about:blank', parentId: parentFrameId })
    })
    on('Page.frameNavigated', ({ frame }) => {
      const url = fromWeb(frame.url)
      this.#frames.set(frame.id, { url, parentId: frame.parentId })
      if (frame.parentId !== undefined) return
      this.#mainFrameId = frame.id
      this.emit('did-navigate', electronEvent(), url, 200)
    })
    on('Page.loadEventFired', () => {
      this.emit('did-finish-load', electronEvent())
      if (this._hasShown) return
      this._hasShown = true
      this.#window.emit('ready-to-show')
    })
    on('Page.windowOpen', ({ url, windowName }) => {
      const details = {
        url: fromWeb(url),
        frameName: windowName,
        disposition: 'foreground-tab',
        features: '',
      }
      if (this.#openHandler(details).action !== 'allow') this._deniesPopup = true
    })
    on('Runtime.bindingCalled', (call) => void this.#receive(call))
    on('Page.javascriptDialogOpening', ({ type }) => {
      if (type === 'beforeunload') this.#askUnload()
    })
    // The page may be closed by now.
    on('Fetch.requestPaused', (request) => void this.#handleRequest(request).catch(() => {}))
  }

  /** The page asks to stay. As in Electron, preventing `will-prevent-unload` leaves it anyway. */
  #askUnload() {
    const event = electronEvent()
    this.emit('will-prevent-unload', event)
    if (!event.defaultPrevented) state.isQuitting = false
    this.#send('Page.handleJavaScriptDialog', { accept: event.defaultPrevented }).catch(() => {})
  }

  #frame(id) {
    const frame = this.#frames.get(id)
    if (frame === undefined) return null
    const parent = frame.parentId === undefined ? null : this.#frame(frame.parentId)
    return { url: frame.url, origin: originOf(frame.url), parent, frameToken: id }
  }

  async #receive({ payload, executionContextId }) {
    const { id, channel, args } = decode(payload)
    if (channel === titleChannel) {
      this.#updateTitle(...args)
      return
    }
    const senderFrame = this.#frame(this.#contexts.get(executionContextId))
    const event = electronEvent({ sender: this, senderFrame })
    if (id === undefined) {
      ipcMain.emit(channel, event, ...args)
      return
    }
    let reply
    try {
      const handler = ipcMain._handlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      reply = encode({ id, channel, result: await handler(event, ...args) })
    } catch (error) {
      reply = encode({ id, channel, error: String(error) })
    }
    this.#evaluate(executionContextId, reply)
  }

  #evaluate(contextId, message) {
    const expression = `__stand_in_receive(${JSON.stringify(message)})`
    this.#send('Runtime.evaluate', { expression, contextId }).catch(() => {})
  }

  async #handleRequest({ requestId, request, resourceType, frameId }) {
    const url = fromWeb(request.url)
    const isTopDocument = resourceType === 'Document' && frameId === this.#mainFrameId
    if (isTopDocument && url !== this.#loading && url !== this.getURL()) {
      const event = electronEvent({ url, isMainFrame: true, isSameDocument: false })
      this.emit('will-navigate', event, url)
      if (event.defaultPrevented) {
        await this.#send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        return
      }
    }
    const handler = this.session.protocol.handlers.get(url.split(':')[0])
    if (handler === undefined) {
      await this.#send('Fetch.continueRequest', { requestId })
      return
    }
    const { method, headers } = request
    const response = await handler(
      new Request(url, { method, headers, body: bodyOf(request), duplex: 'half' }),
    ).catch((error) => {
      process.stderr.write(`stand-in: the handler of ${url} failed: ${error}\n`)
      return null
    })
    if (response === null) {
      await this.#send('Fetch.failRequest', { requestId, errorReason: 'Failed' })
      return
    }
    await this.#send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    })
  }

  loadURL(url) {
    const loading = this.#load(url)
    this.#loaded = loading.catch(() => {})
    return loading
  }
  async #load(url) {
    await this._started
    this.#loading = url
    try {
      const loaded = once(this, 'did-finish-load')
      const { errorText } = await this.#send('Page.navigate', { url: toWeb(url) })
      if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`)
      await loaded
    } finally {
      this.#loading = null
    }
  }

  send(channel, ...args) {
    const message = encode({ channel, args })
    for (const [contextId, frameId] of this.#contexts) {
      if (frameId === this.#mainFrameId) this.#evaluate(contextId, message)
    }
  }

  getURL() {
    return this.#frames.get(this.#mainFrameId)?.url ?? ''
  }
  #title = ''
  getTitle() {
    return this.#title
  }
  #updateTitle(title) {
    if (title === this.#title) return
    this.#title = title
    this.#window._pageTitleUpdated(title)
  }
  /** Back and forward in the page's history, from the page itself, since the browser learns of a navigation there later. */
  navigationHistory = {
    goBack: () => this.#move(-1),
    goForward: () => this.#move(1),
  }
  #move(step) {
    this.#send('Runtime.evaluate', { expression: `history.go(${step})` }).catch(() => {})
  }
  findInPage(text, options) {
    this.finds.push([text, options])
    return this.finds.length
  }
  stopFindInPage(action) {
    this.finds.push([action])
  }
  setWindowOpenHandler(handler) {
    this.#openHandler = handler
  }
  isDestroyed() {
    return this.#isDestroyed
  }
  setZoomLevel(level) {
    this.zoomLevel = level
  }
  getZoomLevel() {
    return this.zoomLevel
  }
  replaceMisspelling(word) {
    this.corrections.push(word)
  }
  /** Chromium may never respond if the page is still loading. */
  _close() {
    this.#loaded.then(() => this.#send('Page.close')).catch(() => {})
  }
  _destroy() {
    this.#isDestroyed = true
    this.emit('destroyed')
  }
}

function originOf(url) {
  if (!URL.canParse(url)) return 'null'
  const { origin, protocol, host } = new URL(url)
  return origin === 'null' && host !== '' ? `${protocol}//${host}` : origin
}

function bodyOf({ hasPostData, postDataEntries, postData }) {
  if (!hasPostData) return undefined
  if (postDataEntries === undefined || postDataEntries.length === 0) return postData
  return Buffer.concat(postDataEntries.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')))
}
