import type { CheckResult } from '@priormark/core/platform/check-result'
import { AppError } from '@priormark/core/platform/errors'
import { isLiveKey, type PaymentsSettings } from '@priormark/core/settings/services'
import { type OpenGateway, hasStripeKeys } from '../../orders/gateway/open-gateway.ts'
import { isNotPermitted, openStripeSetup, type StripeSetup } from '../../orders/gateway/stripe-setup.ts'
import { cancelOpenPayments } from '../../orders/payments/payment-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/http/field-errors.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/logging/log.ts'
import { fine, problem, reasonOf, warning } from '../../platform/check-result.ts'

/** A change that a service has accepted, before its values are stored. */
export interface PreparedChange<Values> {
  /** Values that the service created, such as a secret. */
  added?: Partial<Values> | undefined
  /** Call after the values are stored. */
  finish: () => Promise<void>
  /** Call if the values were not stored. */
  undo?: (() => Promise<void>) | undefined
}

export interface PaymentsServiceDeps {
  database: Database
  jobs: JobQueue
  log: Log
  openGateway: Pick<OpenGateway, 'openWith' | 'standIn'>
  publicUrl: string
  /** Whether test keys, which move no money, are accepted. */
  acceptsTestKeys: boolean
  /** Handles requests to Stripe instead of the network. */
  fetch?: typeof globalThis.fetch
}

export type PaymentsService = ReturnType<typeof createPaymentsService>

/** Checks Stripe's keys and prepares their use. */
export function createPaymentsService(deps: PaymentsServiceDeps) {
  const { publicUrl, acceptsTestKeys } = deps
  const connect = (secretKey: string) => openStripeSetup(secretKey, publicUrl, deps.fetch)

  /** @throws AppError at the first wrong field */
  function checkKeys({ secretKey, publishableKey, webhookSecret }: PaymentsSettings): void {
    if (secretKey === '' && publishableKey === '' && webhookSecret === '') return
    if (secretKey === '') throw invalidField('values.secretKey', 'Enter the secret key')
    if (publishableKey === '') throw invalidField('values.publishableKey', 'Enter the publishable key')
    const differMessage = 'The two keys are of different modes: one is test, one is live'
    if (isLiveKey(secretKey) !== isLiveKey(publishableKey))
      throw invalidField('values.publishableKey', differMessage)
    const testKeyMessage =
      'This is a test key, so customers would not really pay. A staging server accepts it with ALLOW_STRIPE_TEST_KEYS=1'
    if (!isLiveKey(secretKey) && !acceptsTestKeys) throw invalidField('values.secretKey', testKeyMessage)
  }

  /** @throws AppError invalid_input at the field that is wrong, unavailable if Stripe does not respond */
  async function prepare(
    next: PaymentsSettings,
    before: PaymentsSettings,
  ): Promise<PreparedChange<PaymentsSettings>> {
    checkKeys(next)
    const setup = hasStripeKeys(next) ? connect(next.secretKey) : null
    const account = setup === null ? null : await reportKeyErrors(() => setup.readAccount())
    const isOtherAccount = !(await isSameAccount(next, account?.id ?? null, before))
    const isFormerSecret = isOtherAccount && next.webhookSecret === before.webhookSecret
    const needsWebhook = next.webhookSecret === '' || isFormerSecret
    const webhook = setup !== null && needsWebhook ? await createWebhook(setup) : null
    const formerGateway = deps.openGateway.openWith(before)
    const hadGateway = hasStripeKeys(before) || deps.openGateway.standIn !== null
    const cancelFormerPayments = async () => {
      if (isOtherAccount && hadGateway) await cancelOpenPayments({ ...deps, gateway: formerGateway })
    }
    await cancelFormerPayments()
    return {
      added: webhook === null ? undefined : { webhookSecret: webhook.secret },
      async finish() {
        // A payment may have been opened in the meantime, also by another process, which reads the new keys a second later.
        await cancelFormerPayments()
        await webhook?.removeFormerWebhook()
      },
      undo: webhook?.remove,
    }
  }

  /** Whether the next keys can access the payments of the former ones. */
  async function isSameAccount(
    next: PaymentsSettings,
    accountId: string | null,
    before: PaymentsSettings,
  ): Promise<boolean> {
    if (next.secretKey === before.secretKey) return true
    const isOtherMode = isLiveKey(next.secretKey) !== isLiveKey(before.secretKey)
    if (accountId === null || !hasStripeKeys(before) || isOtherMode) return false
    const setup = connect(before.secretKey)
    const formerAccount = await setup.readAccount().catch(() => null)
    return formerAccount?.id === accountId
  }

  return {
    prepare,
    async check(values: PaymentsSettings): Promise<CheckResult[]> {
      checkKeys(values)
      if (!hasStripeKeys(values)) {
        return [
          deps.openGateway.standIn === null
            ? warning('There are no keys, so customers cannot pay.', 'Enter the keys of your Stripe account.')
            : warning('Payments are a test: no card is charged.', 'Enter the keys of your Stripe account.'),
        ]
      }
      const setup = connect(values.secretKey)
      const account = await reportKeyErrors(() => setup.readAccount())
      const mode = isLiveKey(values.secretKey) ? 'live mode' : 'test mode, so no card is charged'
      return [
        fine(
          account === null
            ? `Stripe accepts the key (${mode}). It has no permission to read the name of the account.`
            : `The account is ${account.name} (${mode}).`,
        ),
        await checkWebhook(setup, values),
      ]
    },
  }
}

/** @throws AppError at the key if Stripe rejects it */
async function reportKeyErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'StripeAuthenticationError')
      throw invalidField('values.secretKey', 'Stripe does not accept this key')
    throw new AppError('unavailable', `Stripe is not responding (${reasonOf(error)})`, { cause: error })
  }
}

/** Creates the webhook. @throws AppError at the signing secret if the key cannot create it */
async function createWebhook(setup: StripeSetup) {
  try {
    const formerWebhook = await setup.findWebhook()
    const { id, secret } = await setup.createWebhook()
    return {
      secret,
      remove: () => setup.removeWebhook(id),
      // The secret of the former webhook is no longer stored, so the shop would reject its events.
      removeFormerWebhook: async () => {
        if (formerWebhook !== null) await setup.removeWebhook(formerWebhook.id)
      },
    }
  } catch (error) {
    const reason = isNotPermitted(error)
      ? 'This key has no permission to create the webhook'
      : reasonOf(error)
    throw invalidField(
      'values.webhookSecret',
      `${reason}. Create it in Stripe’s dashboard under Developers, Webhooks, and enter its signing secret`,
    )
  }
}

async function checkWebhook(setup: StripeSetup, { webhookSecret }: PaymentsSettings): Promise<CheckResult> {
  const delayText = 'Until then, the shop notices payments up to a minute later.'
  try {
    const webhook = await setup.findWebhook()
    if (webhook === null || !webhook.isEnabled || webhookSecret === '') {
      return webhookSecret === ''
        ? fine('The webhook is created when you save.')
        : problem(
            'Stripe sends no events to this shop.',
            `Remove the signing secret and save, which creates the webhook. ${delayText}`,
          )
    }
    if (webhook.missingEvents.length === 0) return fine('Stripe sends all events that the shop needs.')
    const names = webhook.missingEvents.join(', ')
    return await setup.addEvents(webhook.id).then(
      () => fine(`Stripe did not send the events ${names}. They are added now.`),
      () =>
        warning(
          `Stripe does not send the events ${names}.`,
          `Add them in Stripe’s dashboard, since this key has no permission to do so. ${delayText}`,
        ),
    )
  } catch (error) {
    return warning(
      `The webhook could not be read (${reasonOf(error)}).`,
      'A restricted key needs the permission to read webhook endpoints. Compare the events with the page Deployment.',
    )
  }
}
