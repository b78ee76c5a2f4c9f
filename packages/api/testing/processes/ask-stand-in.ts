import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

// Loaded into a server's process before its own modules: what it asks of api.stripe.com goes to the stand-in of the test, which
// several processes share as they share Stripe. The rest of the SDK is as it is in production.
const standIn = new URL(process.env['STRIPE_STAND_IN'] ?? '')
const original = https.request
Object.assign(https, {
  request(options: http.RequestOptions, ...rest: []) {
    if (options.host !== 'api.stripe.com') return original(options, ...rest)
    const { method, path, headers } = options
    const asked = http.request({ host: standIn.hostname, port: standIn.port, method, path, headers })
    // The SDK writes once the line is secure.
    asked.once('socket', (socket) => {
      const tell = () => socket.emit('secureConnect')
      if (socket.connecting) socket.once('connect', tell)
      else setImmediate(tell)
    })
    return asked
  },
})
syncBuiltinESMExports()
