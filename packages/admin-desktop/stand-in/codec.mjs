/** Encodes structured-clone values as JSON for IPC. Runs in Node and, as source text, in the page. */
export function makeCodec() {
  const isNode = typeof Buffer !== 'undefined'
  const toBase64 = (bytes) => (isNode ? Buffer.from(bytes).toString('base64') : bytes.toBase64())
  const fromBase64 = (text) =>
    isNode ? new Uint8Array(Buffer.from(text, 'base64')) : Uint8Array.fromBase64(text)
  const reject = () => {
    throw new Error('An object could not be cloned.')
  }

  const pack = (value) => {
    if (value === undefined) return { $: 'undefined' }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') {
      return Number.isFinite(value) ? value : { $: 'number', value: String(value) }
    }
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return reject()
    if (Array.isArray(value)) return value.map(pack)
    if (value instanceof Date) return { $: 'date', value: value.getTime() }
    if (value instanceof ArrayBuffer) return { $: 'bytes', value: toBase64(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value)) {
      return { $: 'bytes', value: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
    }
    if (typeof value.then === 'function') return reject()
    const object = Object.fromEntries(Object.keys(value).map((key) => [key, pack(value[key])]))
    return '$' in object ? { $: 'object', value: object } : object
  }

  const unpackObject = (object) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, unpack(value)]))
  const unpack = (value) => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(unpack)
    switch (value.$) {
      case 'undefined':
        return undefined
      case 'number':
        return Number(value.value)
      case 'date':
        return new Date(value.value)
      case 'bytes':
        return fromBase64(value.value)
      case 'object':
        return unpackObject(value.value)
      default:
        return unpackObject(value)
    }
  }
  return {
    encode: (value) => JSON.stringify(pack(value)),
    decode: (text) => unpack(JSON.parse(text)),
  }
}
