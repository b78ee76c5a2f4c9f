import * as v from 'valibot'
import { defaultMailTexts, type MailTextKind, MailTexts } from './mail-texts.ts'
import { defaultShopTexts } from './default-shop-texts.ts'
import { ShopTexts } from './shop-texts.ts'
import { maxEmailLength, maxTimeZoneLength } from '../platform/limits.ts'
import { line, TimeOfDay, wholeNumber, optionalLine } from './fields.ts'
import { BackupSettings, defaultBackup } from './backup.ts'
import { isTimeZone } from '../platform/dates.ts'
import {
  defaultMailServer,
  defaultPayments,
  MailServerSettings,
  PaymentsSettings,
  defaultRecording,
  RecordingSettings,
} from './services.ts'

/** Whether a value is an object with fields, such as the texts of an email, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The time zone in which the admin shows dates and counts days. */
const TimeZoneSettings = v.object({
  timeZone: v.pipe(
    line(maxTimeZoneLength, 'Choose a time zone'),
    v.check(isTimeZone, 'Choose a time zone of the list, such as Europe/London'),
  ),
})
type TimeZoneSettings = v.InferOutput<typeof TimeZoneSettings>

const defaultTimeZone: TimeZoneSettings = { timeZone: 'UTC' }

/** The texts of emails to customers, and the daily summary for the operator. */
export const MailSettings = v.object({
  summaryIsOn: v.boolean(),
  /** '' is the support address. */
  summaryTo: v.pipe(
    optionalLine(maxEmailLength),
    v.check(
      (address) => address === '' || v.is(v.pipe(v.string(), v.email()), address),
      'Enter an email address, or leave it empty',
    ),
  ),
  /** By the clock of the shop’s time zone, such as '07:00'. */
  summaryTime: TimeOfDay,
  texts: MailTexts,
})
export type MailSettings = v.InferOutput<typeof MailSettings>

const Megabytes = wholeNumber(1, 100_000_000)

/** How long customers’ files are kept, how much those of visitors who have not paid may take, and where visits are counted. */
const DataSettings = v.object({
  /** After an order is complete or refunded. */
  fileRetentionDays: wholeNumber(0, 36_500),
  /** After the last activity of a visitor who does not pay. */
  unpaidFileHours: wholeNumber(1, 8_760),
  /** For one network. */
  unpaidMbPerNetwork: Megabytes,
  unpaidMbTotal: Megabytes,
  /** Uploads are rejected while less disk space is free. */
  minFreeDiskMb: wholeNumber(0, 100_000_000),
  /** Takes Plausible’s events; '' if visits are not counted. */
  analyticsUrl: v.pipe(
    optionalLine(500),
    v.check(
      (address) =>
        address === '' || (/^https?:/i.test(address) && v.is(v.pipe(v.string(), v.url()), address)),
      'Enter an address that begins with https:// or http://, or leave it empty',
    ),
  ),
  /** The name of the site there; '' is the host of the public address. */
  analyticsSite: optionalLine(255),
})
export type DataSettings = v.InferOutput<typeof DataSettings>

/** Where visits are counted after consent: a URL that takes Plausible's events, and the site's name there. */
export interface AnalyticsAddress {
  url: string
  site: string
}

const defaultData: DataSettings = {
  fileRetentionDays: 30,
  unpaidFileHours: 24,
  unpaidMbPerNetwork: 2_000,
  unpaidMbTotal: 20_000,
  minFreeDiskMb: 1_000,
  analyticsUrl: '',
  analyticsSite: '',
}

/** Who runs the shop, and what it promises. */
const BusinessSettings = v.object({
  name: line(100, 'Enter the name of the shop'),
  tradingName: line(200, 'Enter the legal name of the business'),
  tradingAddress: line(500, 'Enter the postal address of the business'),
  supportEmail: v.pipe(
    line(maxEmailLength, 'Enter the email address that customers write to'),
    v.email('Enter an email address, such as help@example.org'),
  ),
  /** New orders are recorded within this many hours. */
  deliveryHours: wholeNumber(1, 720),
  /** Support replies to customers within this many hours on working days. */
  replyHours: wholeNumber(1, 720),
  /** On receipts; '' for a business that charges no VAT. */
  vatNumber: optionalLine(30),
  /** The share of VAT that prices include, if there is a number. */
  vatPercent: wholeNumber(0, 50),
})
type BusinessSettings = v.InferOutput<typeof BusinessSettings>

/** Who runs the shop, as pages and emails show it. Another trader sets these and runs the same software. */
export interface Shop extends Pick<
  BusinessSettings,
  'name' | 'supportEmail' | 'tradingName' | 'tradingAddress' | 'replyHours'
> {
  /** The site's public origin, without a slash at the end. */
  publicUrl: string
}

/** Who sold something, as its receipt shows it. */
export type Trader = Pick<Shop, 'name' | 'supportEmail' | 'tradingName' | 'tradingAddress'>

/** The trader's name and address if none are set. */
export const sampleTrader = 'Priormark, a sole trader'
export const sampleAddress = '1 Example Street, London, United Kingdom'

const defaultBusiness: BusinessSettings = {
  name: 'Priormark',
  tradingName: sampleTrader,
  tradingAddress: sampleAddress,
  supportEmail: 'support@priormark.example',
  deliveryHours: 48,
  replyHours: 48,
  vatNumber: '',
  vatPercent: 20,
}

const defaultMail: MailSettings = {
  summaryIsOn: true,
  summaryTo: '',
  summaryTime: '07:00',
  texts: defaultMailTexts,
}

/** The names of a group's fields, for the audit log. */
type Labels<Values> = Record<keyof Values, string>

/** Every group of settings that is saved as one, with its schema, its defaults, and the names of its fields. */
export const settingGroups = {
  business: {
    schema: BusinessSettings,
    defaults: defaultBusiness,
    labels: {
      name: 'Shop name',
      tradingName: 'Trading name',
      tradingAddress: 'Address',
      supportEmail: 'Support email',
      deliveryHours: 'Delivery promise',
      replyHours: 'Reply promise',
      vatNumber: 'VAT number',
      vatPercent: 'VAT rate',
    } satisfies Labels<BusinessSettings>,
  },
  shop: {
    schema: ShopTexts,
    defaults: defaultShopTexts,
    labels: {
      reviews: 'Reviews',
      faq: 'FAQ',
      promo: 'Promo block',
      banner: 'Banner',
    } satisfies Labels<ShopTexts>,
  },
  mail: {
    schema: MailSettings,
    defaults: defaultMail,
    labels: {
      summaryIsOn: 'Daily summary',
      summaryTo: 'Recipient of the summary',
      summaryTime: 'Time of the summary',
      texts: 'Email texts',
      'texts.confirmation': 'Confirmation email',
      'texts.fulfillment': 'Fulfillment email',
      'texts.evidence': 'Evidence email',
      'texts.refund': 'Refund email',
      'texts.refund_failed': 'Failed refund email',
      'texts.links': 'Email with links',
    } satisfies Labels<MailSettings> & Record<`texts.${MailTextKind}`, string>,
  },
  data: {
    schema: DataSettings,
    defaults: defaultData,
    labels: {
      fileRetentionDays: 'Days that files of finished orders are kept',
      unpaidFileHours: 'Hours that files of unpaid orders are kept',
      unpaidMbPerNetwork: 'MB of unpaid files of one network',
      unpaidMbTotal: 'MB of all unpaid files',
      minFreeDiskMb: 'MB of free disk space',
      analyticsUrl: 'Analytics address',
      analyticsSite: 'Name of the site in the analytics',
    } satisfies Labels<DataSettings>,
  },
  backup: {
    schema: BackupSettings,
    defaults: defaultBackup,
    labels: {
      schedule: 'Schedule of backups',
      time: 'Time of backups',
      keptCount: 'Number of backups that are kept',
    } satisfies Labels<BackupSettings>,
  },
  timeZone: {
    schema: TimeZoneSettings,
    defaults: defaultTimeZone,
    labels: { timeZone: 'Time zone' } satisfies Labels<TimeZoneSettings>,
  },
  mailServer: {
    schema: MailServerSettings,
    defaults: defaultMailServer,
    labels: {
      host: 'Mail server',
      port: 'Port',
      security: 'Encryption',
      user: 'User name',
      password: 'Password',
      senderName: 'Sender’s name',
      senderAddress: 'Sender’s address',
    } satisfies Labels<MailServerSettings>,
  },
  payments: {
    schema: PaymentsSettings,
    defaults: defaultPayments,
    labels: {
      secretKey: 'Stripe’s secret key',
      publishableKey: 'Stripe’s publishable key',
      webhookSecret: 'Signing secret of Stripe’s webhook',
    } satisfies Labels<PaymentsSettings>,
  },
  recording: {
    schema: RecordingSettings,
    defaults: defaultRecording,
    labels: {
      kinds: 'Where works are recorded',
      evmChainId: 'Chain id',
      evmChainName: 'Name of the chain',
      evmExplorerTx: 'Page of a transaction',
      evmRpcUrls: 'Nodes',
      evmPrivateKey: 'Private key',
      evmMaxFeeGwei: 'Highest fee',
      evmDailyBudget: 'Budget a day',
      otsCalendars: 'Calendars',
      tsaUrls: 'Time-stamping authorities',
    } satisfies Labels<RecordingSettings>,
  },
} as const

export type GroupName = keyof typeof settingGroups

/** The values of every group. */
export type SettingValues = { [Name in GroupName]: v.InferOutput<(typeof settingGroups)[Name]['schema']> }

/** The names of all groups. */
export const groupNames = Object.keys(settingGroups) as GroupName[]

/** The fields that are encrypted in the database and that no browser gets. */
export const secretFields: {
  readonly [Name in GroupName]?: readonly (keyof SettingValues[Name] & string)[]
} = {
  mailServer: ['password'],
  payments: ['secretKey', 'webhookSecret'],
  recording: ['evmRpcUrls', 'evmPrivateKey'],
}
