import { AppError } from '@priormark/core/platform/errors'
import { shownEmail } from '@priormark/core/platform/email-address'
import { serviceEndpoints } from '@priormark/core/settings/endpoints'
import type { SettingValues, Shop } from '@priormark/core/settings/groups'
import { isDeepStrictEqual } from 'node:util'
import { route, type AppRouter, type Call } from '../../platform/http/route.ts'
import type { Log } from '../../platform/logging/log.ts'
import { plainMail } from '../../platform/mail/mail-content.ts'
import { mailMessage } from '../../platform/mail/mail-message.ts'
import type { OutgoingMail } from '../../platform/mail/mail-transport.ts'
import { audit } from '../../staff/audit/audit-service.ts'
import { findTestAddress } from '../../staff/auth/account-email.ts'
import { changeSettings, valuesAfter } from '../../settings/settings-service.ts'
import { analyticsAddress, type SettingsSource } from '../../settings/shop-settings.ts'
import { fine } from '../../platform/check-result.ts'
import { checkAnalytics } from './check-analytics.ts'
import { mailServerUrl, type MailService } from './mail-service.ts'
import type { PaymentsService, PreparedChange } from './payments-service.ts'
import type { RecordingService } from './recording-service.ts'

/** A change or a test may connect to the service. */
const testLimit = { name: 'test-service', hits: 60, windowSeconds: 3_600 }

export interface ServiceRoutesDeps {
  settings: SettingsSource
  log: Log
  mail: MailService
  payments: PaymentsService
  recording: RecordingService
}

/** A call that changes or tests a group. */
interface ServiceCall<Name extends ServiceName> extends Pick<
  Call<(typeof serviceEndpoints)['changeMailServer']>,
  'em' | 'admin' | 'address'
> {
  body: { version: number; values: SettingValues[Name] }
}

type ServiceName = 'mailServer' | 'payments' | 'recording'

/** Checks and prepares the values. @throws AppError if the service rejects them */
type Prepare<Values> = (next: Values, before: Values) => Promise<PreparedChange<Values> | undefined>

/** Changes and tests the settings of services. Values are stored only after the service has accepted them. */
export function serviceRoutes(
  router: AppRouter,
  { settings, log, mail, payments, recording }: ServiceRoutesDeps,
): void {
  async function changeGroup<Name extends ServiceName>(
    group: Name,
    { em, body, admin, address }: ServiceCall<Name>,
    prepare: Prepare<SettingValues[Name]>,
  ) {
    const next = await valuesAfter(em, settings, { group, ...body })
    await settings.refresh()
    const services: SettingValues = await settings.services()
    const before = services[group]
    const change = isDeepStrictEqual(next, before) ? undefined : await prepare(next, before)
    const logFailure = (error: unknown) =>
      log.warn({ err: error, group }, 'services: cleaning up after a change failed')
    const values = { ...body.values, ...change?.added }
    const input = { ...body, group, values, actor: admin.username, address }
    const view = await changeSettings(em, settings, input).catch(async (error: unknown) => {
      await change?.undo?.().catch(logFailure)
      throw error
    })
    await settings.refresh()
    // The values are stored already, so a failure here does not fail the request.
    await change?.finish().catch(logFailure)
    return view
  }

  route(router, { ...serviceEndpoints.changeMailServer, limit: testLimit }, (call) =>
    changeGroup('mailServer', call, async (next, before) => {
      // A change of only the sender does not need a working server.
      if (mailServerUrl(next) !== mailServerUrl(before)) await mail.check(next)
      return undefined
    }),
  )

  route(router, { ...serviceEndpoints.changePayments, limit: testLimit }, (call) =>
    changeGroup('payments', call, payments.prepare),
  )

  route(router, { ...serviceEndpoints.changeRecording, limit: testLimit }, (call) =>
    changeGroup('recording', call, recording.prepare),
  )

  route(router, { ...serviceEndpoints.testRecording, limit: testLimit }, async ({ em, body }) => ({
    checks: await recording.check(await valuesAfter(em, settings, { group: 'recording', ...body })),
  }))

  route(router, { ...serviceEndpoints.testPayments, limit: testLimit }, async ({ em, body }) => ({
    checks: await payments.check(await valuesAfter(em, settings, { group: 'payments', ...body })),
  }))

  route(router, { ...serviceEndpoints.testAnalytics, limit: testLimit }, async ({ em, body }) => {
    const values = await valuesAfter(em, settings, { group: 'data', ...body })
    const { publicUrl } = (await settings.current()).shop
    return { checks: await checkAnalytics(analyticsAddress(values, publicUrl), publicUrl) }
  })

  route(router, { ...serviceEndpoints.testMailServer, limit: testLimit }, async (call) => {
    const { em, body, admin, actor } = call
    const email = await findTestAddress(em, admin)
    const values = await valuesAfter(em, settings, { group: 'mailServer', ...body })
    await mail.check(values)
    const message = testMail(email, (await settings.current()).shop)
    const { isFile } = await mail.sendWith(values, message).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : 'unknown'
      throw new AppError('unavailable', `The mail server did not accept the test: ${reason}`, { cause })
    })
    audit(em, { actor, action: 'settings.test_mail_sent', detail: 'mail server' })
    await em.flush()
    const result = isFile
      ? 'The test is a file in the folder outbox of the server: no email was sent.'
      : `The mail server accepted a test for ${shownEmail(email)}.`
    return { checks: [fine(result)] }
  })
}

function testMail(address: string, shop: Shop): OutgoingMail {
  const content = {
    ...plainMail,
    subject: `Test of the emails of ${shop.name}`,
    preview: 'The shop can send emails.',
    heading: 'This test has arrived',
    lead: ['The shop can send emails with the settings that you tried.'],
    links: [],
  }
  const to = { name: '', address }
  return mailMessage(content, shop, { to, id: 'test', date: new Date(), name: 'test-mail-server' })
}
