import process from 'node:process'
import { sweepPayments } from '../../src/orders/payments/payment-events.ts'
import { syncPayment } from '../../src/orders/payments/payment-sync.ts'
import { openPlace } from '../stable-place.ts'
import { silentLog } from '../silent-log.ts'
import { remoteGateway } from '../remote-gateway.ts'
import { recordedQueue } from '../recorded-queue.ts'

// Records a payment whose fee the provider does not know yet, and is killed while it asks for the fee.
// node fee-and-die.ts <postgres URL, or the folder of a PGlite database> <URL of the stand-in for Stripe> <its secret key> <payment>
const [, , place = '', stripeUrl = '', secretKey = '', paymentId = ''] = process.argv
const database = await openPlace(place)
const gateway = remoteGateway(stripeUrl, secretKey)
const deps = { database, jobs: recordedQueue(), log: silentLog }
const withoutFee: typeof gateway = {
  ...gateway,
  async retrieve(id) {
    const payment = await gateway.retrieve(id)
    return (
      payment && { ...payment, movements: payment.movements.map((move) => ({ ...move, feeCents: null })) }
    )
  },
}
await syncPayment(database.fork(), { ...deps, gateway: withoutFee }, paymentId)
const dying: typeof gateway = {
  ...gateway,
  async *eventsSince() {},
  async retrieve() {
    process.kill(process.pid, 'SIGKILL')
    return null
  },
}
await sweepPayments({ ...deps, gateway: dying }, new Date(Date.now() + 120_000))
