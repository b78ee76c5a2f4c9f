import process from 'node:process'

// Loaded into a server's process before its own modules: it dies when the stand-in is about to tell of a payment.
const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const { body } = init ?? {}
  if (typeof body === 'string' && body.includes('"type": "payment_intent.succeeded"')) {
    process.kill(process.pid, 'SIGKILL')
  }
  return fetch(input, init)
}
