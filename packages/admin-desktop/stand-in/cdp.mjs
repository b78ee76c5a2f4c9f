import { EventEmitter } from 'node:events'

/** Chromium's DevTools protocol over a pipe, with a zero byte after each message. Events are named `session:method`. */
export class Cdp extends EventEmitter {
  #lastId = 0
  #waiting = new Map()
  #rest = ''
  #writable

  constructor(writable, readable) {
    super()
    this.setMaxListeners(0)
    this.#writable = writable
    readable.setEncoding('utf8').on('data', (text) => {
      const messages = (this.#rest + text).split('\0')
      this.#rest = messages.pop()
      for (const message of messages) this.#receive(JSON.parse(message))
    })
    // Chromium may exit first, which is handled in start.mjs.
    writable.on('error', () => {})
  }

  #receive({ id, error, result, method, params, sessionId }) {
    if (id === undefined) {
      this.emit(sessionId === undefined ? method : `${sessionId}:${method}`, params)
      return
    }
    const call = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(error.message))
  }

  send(method, params = {}, sessionId) {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#writable.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }
}
