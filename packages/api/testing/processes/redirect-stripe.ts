import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

// Preloaded into a server's process: redirects requests for api.stripe.com to the test's stand-in, which several
// processes share as they share Stripe. The rest of the SDK works as in production.
const standIn = new URL(process.env['STRIPE_STAND_IN'] ?? '')
const original = https.request
Object.assign(https, {
  request(options: http.RequestOptions, ...rest: []) {
    if (options.host !== 'api.stripe.com') return original(options, ...rest)
    const { method, path, headers } = options
    const redirected = http.request({ host: standIn.hostname, port: standIn.port, method, path, headers })
    // The SDK writes once the connection is secure.
    redirected.once('socket', (socket) => {
      const emitConnected = () => socket.emit('secureConnect')
      if (socket.connecting) socket.once('connect', emitConnected)
      else setImmediate(emitConnected)
    })
    return redirected
  },
})
syncBuiltinESMExports()
