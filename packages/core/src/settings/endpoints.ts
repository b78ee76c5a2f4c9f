import * as v from 'valibot'
import { endpoint } from '../platform/http/endpoint.ts'
import { IsoDate } from '../platform/ids.ts'
import { maxDatabaseInteger } from '../platform/limits.ts'
import { settingGroups } from './groups.ts'
import { mailTextKinds, MailTexts } from './mail-texts.ts'
import { CheckResult } from '../platform/check-result.ts'
import { defaultVersionNumber, legalDocuments, LegalText } from './legal.ts'

const Version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxDatabaseInteger))

/** What is known of a group of settings besides its values. */
const GroupState = v.object({
  /** Changes with every save; 0 before the first. */
  version: Version,
  /** The environment variables that set fields, by field. Such a field cannot be changed. */
  variables: v.record(v.string(), v.string()),
  /** The secrets that were encrypted with another key, so that they must be entered again. */
  unreadable: v.array(v.string()),
  changedAt: v.nullable(IsoDate),
  changedBy: v.nullable(v.string()),
})

/** A group of settings as it is in effect. */
export type GroupView<Values> = v.InferOutput<typeof GroupState> & { values: Values }

const groupView = <const S extends v.GenericSchema>(values: S) => v.object({ ...GroupState.entries, values })

const { business, shop, mail, data, backup, timeZone, mailServer, payments, recording } = settingGroups

/** Replaces the values of a group. 412 with the code `version_conflict` if it was changed in the meantime. */
function changeEndpoint<const S extends v.GenericSchema>(name: string, values: S) {
  return endpoint('PUT', `/api/admin/settings/${name}`, {
    access: 'owner',
    body: v.object({ version: Version, values }),
    reply: groupView(values),
  })
}

export const settingsEndpoints = {
  read: endpoint('GET', '/api/admin/settings', {
    access: 'owner',
    reply: v.object({
      business: groupView(business.schema),
      shop: groupView(shop.schema),
      mail: groupView(mail.schema),
      data: groupView(data.schema),
      backup: groupView(backup.schema),
      timeZone: groupView(timeZone.schema),
      mailServer: groupView(mailServer.schema),
      payments: groupView(payments.schema),
      recording: groupView(recording.schema),
    }),
  }),
  /** The texts of the promo block, for the post editor. */
  promo: endpoint('GET', '/api/admin/settings/promo', { access: 'blog', reply: shop.schema.entries.promo }),
  business: changeEndpoint('business', business.schema),
  shop: changeEndpoint('shop', shop.schema),
  mail: changeEndpoint('mail', mail.schema),
  data: changeEndpoint('data', data.schema),
  backup: changeEndpoint('backup', backup.schema),
  timeZone: changeEndpoint('time-zone', timeZone.schema),
}

/** Checks values without saving them. */
function testEndpoint<const S extends v.GenericSchema>(name: string, values: S) {
  return endpoint('POST', `/api/admin/settings/${name}/test`, {
    access: 'owner',
    body: v.object({ version: Version, values }),
    reply: v.object({ checks: v.array(CheckResult) }),
  })
}

/**
 * The services that the shop uses. A change is tried first: 400 with the reason at its field if the service rejects it, and the
 * stored values do not change.
 */
export const serviceEndpoints = {
  changeMailServer: changeEndpoint('mail-server', mailServer.schema),
  /** Sends an email to the administrator's own address, which may not be confirmed yet. */
  testMailServer: testEndpoint('mail-server', mailServer.schema),
  /** Without a signing secret, the webhook is created at Stripe if the key allows it. */
  changePayments: changeEndpoint('payments', payments.schema),
  /** Reads the account and the webhook from Stripe. */
  testPayments: testEndpoint('payments', payments.schema),
  changeRecording: changeEndpoint('recording', recording.schema),
  /** Asks the nodes and calendars. */
  testRecording: testEndpoint('recording', recording.schema),
  /** Sends a test event to the analytics service. */
  testAnalytics: testEndpoint('data', data.schema),
}

/** An email with the texts in the form, saved or not. */
const mailBody = v.variant(
  'kind',
  mailTextKinds.map((kind) => v.object({ kind: v.literal(kind), text: MailTexts.entries[kind] })),
)

export const mailTextEndpoints = {
  /** Returns the email as customers would get it, for a sample order. */
  preview: endpoint('POST', '/api/admin/settings/mail-preview', {
    access: 'owner',
    body: mailBody,
    reply: v.object({ subject: v.string(), html: v.string(), text: v.string() }),
  }),
  /** Sends it to the administrator's own address. */
  sendTest: endpoint('POST', '/api/admin/settings/mail-test', {
    access: 'owner',
    body: mailBody,
    reply: v.object({ sentTo: v.string() }),
  }),
}

const byDocument = v.object({ document: v.picklist(legalDocuments) })

const PublishedVersion = v.object({
  /** Starts at 2, because the default is version 1. */
  number: v.number(),
  text: v.string(),
  /** The text is the one that the software comes with. */
  isDefault: v.boolean(),
  publishedAt: IsoDate,
  publishedBy: v.string(),
})
/** A published version of a legal text. */
export type PublishedVersion = v.InferOutput<typeof PublishedVersion>

export const legalEndpoints = {
  /** All published versions of a text, newest first; none while the default is in effect. */
  list: endpoint('GET', '/api/admin/settings/legal/:document', {
    access: 'owner',
    params: byDocument,
    reply: v.object({
      /** The environment variable that names the file of the text, which is then the newest version. */
      variable: v.nullable(v.string()),
      versions: v.array(PublishedVersion),
    }),
  }),
  /**
   * Publishes a new version. 409 while an environment variable sets the text. 412 with the code `version_conflict` if another one was
   * published in the meantime.
   */
  publish: endpoint('POST', '/api/admin/settings/legal/:document', {
    access: 'owner',
    params: byDocument,
    body: v.object({
      /** The number of the version that the text is based on; 1 for the default. */
      basedOn: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(defaultVersionNumber),
        v.maxValue(maxDatabaseInteger),
      ),
      text: LegalText,
    }),
    reply: null,
  }),
}
