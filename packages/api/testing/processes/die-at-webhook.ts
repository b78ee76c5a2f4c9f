import process from 'node:process'

// Preloaded into a server's process: kills it when the stand-in is about to send a payment event.
const { fetch } = globalThis
globalThis.fetch = (input, init) => {
  const { body } = init ?? {}
  if (typeof body === 'string' && body.includes('"type": "payment_intent.succeeded"')) {
    process.kill(process.pid, 'SIGKILL')
  }
  return fetch(input, init)
}
