/** The world of a sandboxed preload: `require('electron')` with contextBridge and ipcRenderer, and no other Node modules. */
export function preloadWorld({ contextBridge, codec, titleChannel, info, run }) {
  const { encode, decode } = codec
  const listeners = new Map()
  const calls = new Map()
  const post = window.__stand_in_ipc
  delete window.__stand_in_ipc
  let lastId = 0

  const ipcRenderer = {
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        const message = encode({ id, channel, args })
        calls.set(id, { resolve, reject })
        post(message)
      }),
    send: (channel, ...args) => post(encode({ channel, args })),
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    removeListener(channel, listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((other) => other !== listener),
      )
      return ipcRenderer
    },
  }

  window.__stand_in_receive = (text) => {
    const message = decode(text)
    if (message.id === undefined) {
      for (const listener of listeners.get(message.channel) ?? []) {
        listener({ sender: ipcRenderer, ports: [] }, ...message.args)
      }
      return
    }
    const call = calls.get(message.id)
    calls.delete(message.id)
    if ('error' in message) {
      call.reject(new Error(`Error invoking remote method '${message.channel}': ${message.error}`))
    } else call.resolve(message.result)
  }

  // Chromium does not report changes of the title outside the page.
  if (window === window.top) {
    let title = ''
    new MutationObserver(() => {
      if (document.title === title) return
      title = document.title
      post(encode({ channel: titleChannel, args: [title] }))
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }

  const electron = { contextBridge, ipcRenderer }
  const require = (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name} (a sandboxed preload may only require electron)`)
  }
  const module = { exports: {} }
  const process = { type: 'renderer', sandboxed: true, contextIsolated: true, env: {}, ...info }
  run(require, module, module.exports, process)
}
