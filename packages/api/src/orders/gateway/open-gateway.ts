import path from 'node:path'
import { webhookPath } from '@priormark/core/orders/payments/endpoints'
import type { EmbeddedStripe } from '../../../embedded-stripe/start-embedded-stripe.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { PaymentsConfig } from './payments-config.ts'
import { createStripeGateway } from './stripe-gateway.ts'

/** The payment provider, and the stand-in if it is used instead. */
export interface OpenGateway {
  gateway: PaymentGateway
  standIn: EmbeddedStripe | null
}

/** Opens the configured provider. The stand-in stores its payments in DATA_DIR, so that they survive a restart. */
export async function openGateway({
  payments,
  dataDir,
}: {
  payments: PaymentsConfig
  dataDir: string
}): Promise<OpenGateway> {
  if (payments.mode === 'stripe') {
    return { gateway: createStripeGateway({ mode: 'stripe', keys: payments.keys }), standIn: null }
  }
  // A production installation does not contain this folder, so the import fails there.
  const { startEmbeddedStripe } = await import('../../../embedded-stripe/start-embedded-stripe.ts')
  const standIn = startEmbeddedStripe({
    stateFile: path.join(dataDir, 'embedded-stripe.json'),
    webhookPath,
  })
  const { keys, fetch, paymentLink } = standIn
  const gateway = createStripeGateway({ mode: 'embedded', keys, fetch, paymentLink })
  return { gateway, standIn }
}
