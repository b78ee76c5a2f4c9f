import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { refundOrder } from '../../src/orders/payments/refund-service.ts'
import { openPlace } from '../stable-place.ts'
import { silentLog } from '../silent-log.ts'
import { remoteGateway } from '../remote-gateway.ts'
import { recordedQueue } from '../recorded-queue.ts'

// Refunds an order and is killed after the refund was stored, before or after the provider has it.
// node refund-and-die.ts <postgres URL, or the folder of a PGlite database> <URL of the stand-in for Stripe> <its secret
// key> <order> before|after
const [, , place = '', stripeUrl = '', secretKey = '', orderId = '', step = ''] = process.argv
const database = await openPlace(place)
const gateway = remoteGateway(stripeUrl, secretKey)
await refundOrder(
  database.fork(),
  {
    jobs: recordedQueue(),
    log: silentLog,
    gateway: {
      ...gateway,
      async refund(input) {
        if (step === 'after') await gateway.refund(input)
        process.kill(process.pid, 'SIGKILL')
        return ''
      },
    },
  },
  {
    orderId,
    request: { id: randomUUID(), amount: 2, reason: 'duplicate' },
    actor: {
      admin: {
        adminId: randomUUID(),
        tokenId: randomUUID(),
        username: 'ann',
        role: 'orders',
        originalUsername: 'ann',
        authorId: null,
        needsSecondFactor: false,
        by: 'bearer',
      },
      address: '127.0.0.1',
    },
  },
)
