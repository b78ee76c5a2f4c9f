/**
 * contextBridge between the page's world and the preload's. Each side runs this as source text in its own world. They
 * communicate through window events, which are synchronous and whose details are cloned across worlds.
 */
export function worldBridge(side) {
  const mine = `__stand_in_${side}`
  const other = `__stand_in_${side === 'page' ? 'preload' : 'page'}`
  const functions = new Map()
  const knownFunctions = new WeakMap()
  const replies = new Map()
  const promises = new Map()
  let lastId = 0

  const isPlain = (value) =>
    value !== null &&
    typeof value === 'object' &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value))
  const mapObject = (object, change) =>
    Object.fromEntries(Object.keys(object).map((key) => [key, change(object[key])]))
  const emit = (detail) => window.dispatchEvent(new CustomEvent(other, { detail }))
  const message = (error) => String(error?.message ?? error)

  const pack = (value) => {
    if (typeof value === 'function') {
      if (!knownFunctions.has(value)) {
        knownFunctions.set(value, ++lastId)
        functions.set(lastId, value)
      }
      return { $function: knownFunctions.get(value) }
    }
    if (value instanceof Promise) {
      const id = ++lastId
      value.then(
        (result) => emit({ kind: 'settle', id, result: pack(result) }),
        (error) => emit({ kind: 'settle', id, error: message(error) }),
      )
      return { $promise: id }
    }
    if (Array.isArray(value)) return value.map(pack)
    return isPlain(value) ? mapObject(value, pack) : value
  }

  const call = (id, args) => {
    const sequence = ++lastId
    let reply = null
    replies.set(sequence, (message) => (reply = message))
    emit({ kind: 'call', id, sequence, args: pack(args) })
    replies.delete(sequence)
    if (reply === null) throw new Error('stand-in bridge: no reply')
    if ('error' in reply) throw new Error(reply.error)
    return unpack(reply.result)
  }

  const unpack = (value) => {
    if (isPlain(value) && '$function' in value) return (...args) => call(value.$function, args)
    if (isPlain(value) && '$promise' in value) {
      return new Promise((resolve, reject) => promises.set(value.$promise, { resolve, reject }))
    }
    if (Array.isArray(value)) return value.map(unpack)
    return isPlain(value) ? mapObject(value, unpack) : value
  }

  const freeze = (value) => {
    if (!isPlain(value)) return value
    for (const part of Object.values(value)) freeze(part)
    return Object.freeze(value)
  }

  const receive = {
    call({ id, sequence, args }) {
      try {
        emit({ kind: 'reply', sequence, result: pack(functions.get(id)(...unpack(args))) })
      } catch (error) {
        emit({ kind: 'reply', sequence, error: message(error) })
      }
    },
    reply: (message) => replies.get(message.sequence)?.(message),
    settle(message) {
      const promise = promises.get(message.id)
      promises.delete(message.id)
      if ('error' in message) promise?.reject(new Error(message.error))
      else promise?.resolve(unpack(message.result))
    },
    expose({ key, api }) {
      if (key in window) throw new Error(`Cannot bind an API on top of an existing property: ${key}`)
      Object.defineProperty(window, key, { value: freeze(unpack(api)), enumerable: true })
    },
  }
  window.addEventListener(mine, ({ detail }) => receive[detail.kind](detail))
  return { exposeInMainWorld: (key, api) => emit({ kind: 'expose', key, api: pack(api) }) }
}
