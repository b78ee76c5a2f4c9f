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

export interface PaymentsServiceDeps {
  database: Database
  jobs: JobQueue
  log: Log
  openGateway: Pick<OpenGateway, 'openWith' | 'standIn'>
  publicUrl: string
  /** Whether keys that move no money are accepted. */
  acceptsTestKeys: boolean
  /** Handles requests to Stripe instead of the network. */
  fetch?: typeof globalThis.fetch
}

/** A change of the keys that Stripe has accepted. */
interface PreparedPayments {
  /** The secret of a new webhook, if one was made. */
  added: Partial<PaymentsSettings>
  /** Call after the keys are stored. */
  finish: () => Promise<void>
  /** Call if the keys were not stored. */
  undo: () => Promise<void>
}

/** Tries and prepares Stripe's keys. */
export interface PaymentsService {
  /** @throws AppError invalid_input at the field that is wrong, unavailable if Stripe does not respond */
  prepare(next: PaymentsSettings, before: PaymentsSettings): Promise<PreparedPayments>
  check(values: PaymentsSettings): Promise<CheckResult[]>
}

const nothing = async () => undefined

export function createPaymentsService(deps: PaymentsServiceDeps): PaymentsService {
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
      'This is a test key, so customers would not really pay. A staging server takes it with ALLOW_STRIPE_TEST_KEYS=1'
    if (!isLiveKey(secretKey) && !acceptsTestKeys) throw invalidField('values.secretKey', testKeyMessage)
  }

  async function prepare(next: PaymentsSettings, before: PaymentsSettings): Promise<PreparedPayments> {
    checkKeys(next)
    const setup = hasStripeKeys(next) ? connect(next.secretKey) : null
    const account = setup === null ? null : await atKey(() => setup.readAccount())
    const isOther = !(await isSameAccount(next, account?.id ?? null, before))
    const isOfFormer = isOther && next.webhookSecret === before.webhookSecret
    const needsWebhook = next.webhookSecret === '' || isOfFormer
    const webhook = setup !== null && needsWebhook ? await makeWebhook(setup) : null
    const former = deps.openGateway.openWith(before)
    const hasFormer = hasStripeKeys(before) || deps.openGateway.standIn !== null
    const leave = async () => {
      if (isOther && hasFormer) await cancelOpenPayments({ ...deps, gateway: former })
    }
    await leave()
    return {
      added: webhook === null ? {} : { webhookSecret: webhook.secret },
      async finish() {
        // A payment may have been opened since, also by another process that reads the new keys a second later.
        await leave()
        await webhook?.removeFormer()
      },
      undo: webhook === null ? nothing : webhook.remove,
    }
  }

  /** Whether payments of the former keys stay known with the next ones. */
  async function isSameAccount(
    next: PaymentsSettings,
    accountId: string | null,
    before: PaymentsSettings,
  ): Promise<boolean> {
    if (next.secretKey === before.secretKey) return true
    const isOtherMode = isLiveKey(next.secretKey) !== isLiveKey(before.secretKey)
    if (accountId === null || !hasStripeKeys(before) || isOtherMode) return false
    const setup = connect(before.secretKey)
    const former = await setup.readAccount().catch(() => null)
    return former?.id === accountId
  }

  return {
    prepare,
    async check(values) {
      checkKeys(values)
      if (!hasStripeKeys(values)) {
        return [
          deps.openGateway.standIn === null
            ? warning('There are no keys, so customers cannot pay.', 'Enter the keys of your Stripe account.')
            : warning('Payments are a test: no card is charged.', 'Enter the keys of your Stripe account.'),
        ]
      }
      const setup = connect(values.secretKey)
      const account = await atKey(() => setup.readAccount())
      const mode = isLiveKey(values.secretKey) ? 'live mode' : 'test mode, so no card is charged'
      return [
        fine(
          account === null
            ? `Stripe accepts the key (${mode}). It may not read the name of the account.`
            : `The account is ${account.name} (${mode}).`,
        ),
        await checkWebhook(setup, values),
      ]
    },
  }
}

/** @throws AppError at the key if Stripe rejects it */
async function atKey<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'StripeAuthenticationError')
      throw invalidField('values.secretKey', 'Stripe does not accept this key')
    throw new AppError('unavailable', `Stripe is not responding (${reasonOf(error)})`, { cause: error })
  }
}

/** Makes the webhook. @throws AppError at the signing secret if that is to be done by hand */
async function makeWebhook(setup: StripeSetup) {
  try {
    const former = await setup.findWebhook()
    const { id, secret } = await setup.createWebhook()
    return {
      secret,
      remove: () => setup.removeWebhook(id),
      // Its secret is not stored, so the shop would reject its events.
      removeFormer: async () => {
        if (former !== null) await setup.removeWebhook(former.id)
      },
    }
  } catch (error) {
    const why = isNotPermitted(error) ? 'This key may not make the webhook' : reasonOf(error)
    throw invalidField(
      'values.webhookSecret',
      `${why}. Make it in Stripe’s dashboard under Developers, Webhooks, and enter its signing secret`,
    )
  }
}

async function checkWebhook(setup: StripeSetup, { webhookSecret }: PaymentsSettings): Promise<CheckResult> {
  const later = 'Until then, the shop learns of payments a minute later.'
  try {
    const webhook = await setup.findWebhook()
    if (webhook === null || !webhook.isEnabled || webhookSecret === '') {
      return webhookSecret === ''
        ? fine('The webhook is made when you save.')
        : problem(
            'Stripe sends no events to this shop.',
            `Remove the signing secret and save: the webhook is made. ${later}`,
          )
    }
    if (webhook.missingEvents.length === 0) return fine('Stripe sends all events that the shop needs.')
    const names = webhook.missingEvents.join(', ')
    return await setup.addEvents(webhook.id).then(
      () => fine(`Stripe did not send the events ${names}. They are added now.`),
      () =>
        warning(
          `Stripe does not send the events ${names}.`,
          `Add them in Stripe’s dashboard: this key may not. ${later}`,
        ),
    )
  } catch (error) {
    return warning(
      `The webhook could not be read (${reasonOf(error)}).`,
      'A restricted key needs the permission to read webhook endpoints. Compare the events with the page Deployment.',
    )
  }
}
